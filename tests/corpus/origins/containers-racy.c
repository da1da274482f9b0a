// policies
// One list of void* that two threads fill and walk through without a lock.
#include <pthread.h>
#include <stdlib.h>

struct node {
  struct node *next;
  void *value;
};
struct list {
  struct node *head;
};
struct user {
  int logins;
};

static struct list users;

static void list_add(struct list *l, void *value) {
  struct node *n = malloc(sizeof *n);
  n->value = value;  // race
  n->next = l->head; // race
  l->head = n;       // race
}

static void *accounts(void *argument) {
  struct user *u = malloc(sizeof *u);
  u->logins = 0; // race
  list_add(&users, u);
  for (struct node *n = users.head; n; n = n->next) // race
    ((struct user *)n->value)->logins++;            // race
  return argument;
}

int main(void) {
  pthread_t one, two;
  pthread_create(&one, 0, accounts, 0);
  pthread_create(&two, 0, accounts, 0);
  pthread_join(one, 0);
  pthread_join(two, 0);
  return 0;
}
