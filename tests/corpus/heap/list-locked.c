// A linked list: every look at it is under the lock, also at its nodes.
#include <pthread.h>
#include <stdlib.h>

struct node {
  int value;
  struct node *next;
};
struct node *head;
pthread_mutex_t lock = PTHREAD_MUTEX_INITIALIZER;

static void push(int value) {
  struct node *node = malloc(sizeof *node);
  pthread_mutex_lock(&lock);
  node->value = value; // no race
  node->next = head;   // no race
  head = node;         // no race
  pthread_mutex_unlock(&lock);
}

static int sum(void) {
  int total = 0;
  pthread_mutex_lock(&lock);
  for (struct node *n = head; n; n = n->next) // no race
    total += n->value;                        // no race
  pthread_mutex_unlock(&lock);
  return total;
}

void *worker(void *arg) {
  push(1);
  return sum() ? arg : NULL;
}

int main(void) {
  pthread_t a, b;
  pthread_create(&a, NULL, worker, NULL);
  pthread_create(&b, NULL, worker, NULL);
  pthread_join(a, NULL);
  pthread_join(b, NULL);
  return sum();
}
