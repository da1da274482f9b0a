// policies
// Generic containers that main fills for two threads: a list of users for one, a list of routes for the other.
#include <pthread.h>
#include <stdlib.h>

struct node {
  struct node *next;
  void *value;
};
struct list {
  struct node *head;
};

static void list_add(struct list *l, void *value) {
  struct node *n = malloc(sizeof *n);
  n->value = value;  // no race
  n->next = l->head; // no race
  l->head = n;       // no race
}

static void *list_take(struct list *l) {
  struct node *n = l->head; // no race
  if (!n) return NULL;
  l->head = n->next;       // no race
  void *value = n->value;  // no race
  free(n);                 // no race
  return value;
}

struct user {
  int logins;
};
struct route {
  int hops;
};

static struct list users, routes;

static void *accounts(void *argument) {
  struct user *u = list_take(&users);
  if (u) u->logins++; // no race
  return argument;
}

static void *router(void *argument) {
  struct route *r = list_take(&routes);
  if (r) r->hops++; // no race
  return argument;
}

int main(void) {
  pthread_t one, two;
  struct user *u = calloc(1, sizeof *u);
  struct route *r = calloc(1, sizeof *r);
  list_add(&users, u);
  list_add(&routes, r);
  pthread_create(&one, 0, accounts, 0);
  pthread_create(&two, 0, router, 0);
  pthread_join(one, 0);
  pthread_join(two, 0);
  return u->logins + r->hops; // no race
}
