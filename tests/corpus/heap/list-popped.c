// Who takes a node off the list under the lock has it alone, and may use it without.
#include <pthread.h>
#include <stdlib.h>

struct node {
  int value;
  struct node *next;
};
struct node *head;
pthread_mutex_t lock = PTHREAD_MUTEX_INITIALIZER;

static struct node *pop(void) {
  pthread_mutex_lock(&lock);
  struct node *node = head; // no race
  if (node)
    head = node->next; // no race
  pthread_mutex_unlock(&lock);
  return node;
}

void *worker(void *arg) {
  struct node *node = pop();
  if (node)
    node->value++; // no race
  return arg;
}

int main(void) {
  pthread_t a, b;
  for (int i = 0; i < 3; i++) {
    struct node *node = malloc(sizeof *node);
    node->value = i;   // no race
    node->next = head; // no race
    head = node;       // no race
  }
  pthread_create(&a, NULL, worker, NULL);
  pthread_create(&b, NULL, worker, NULL);
  pthread_join(a, NULL);
  pthread_join(b, NULL);
  return 0;
}
