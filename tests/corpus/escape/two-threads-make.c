// Two threads that run the same code put nodes of their own into one list.
#include <pthread.h>
#include <stdlib.h>

struct node {
  int value;
  struct node *next;
};
struct node *head;
pthread_mutex_t lock = PTHREAD_MUTEX_INITIALIZER;

void *producer(void *arg) {
  struct node *n = malloc(sizeof *n);
  n->value = 1; // no race
  pthread_mutex_lock(&lock);
  n->next = head; // no race
  head = n;       // no race
  if (n->next) n->next->value++; // no race
  pthread_mutex_unlock(&lock);
  return arg;
}

int main(void) {
  pthread_t a, b;
  pthread_create(&a, NULL, producer, NULL);
  pthread_create(&b, NULL, producer, NULL);
  pthread_join(a, NULL);
  pthread_join(b, NULL);
  return 0;
}
