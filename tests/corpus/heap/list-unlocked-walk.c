// A linked list that is changed under the lock and walked without it.
#include <pthread.h>
#include <stdlib.h>

struct node {
  int value;
  struct node *next;
};
struct node *head;
pthread_mutex_t lock = PTHREAD_MUTEX_INITIALIZER;

static void change_all(void) {
  pthread_mutex_lock(&lock);
  for (struct node *n = head; n; n = n->next) // no race
    n->value++;                               // race
  pthread_mutex_unlock(&lock);
}

static int sum(void) {
  int total = 0;
  for (struct node *n = head; n; n = n->next) // no race
    total += n->value;                        // race
  return total;
}

void *worker(void *arg) {
  change_all();
  return sum() ? arg : NULL;
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
