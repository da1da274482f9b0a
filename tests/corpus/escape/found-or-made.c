// A node is taken from the list, or made when there is none: nobody knows which.
#include <pthread.h>
#include <stdlib.h>

struct node {
  int value;
  struct node *next;
};
struct node *head;
pthread_mutex_t lock = PTHREAD_MUTEX_INITIALIZER;

void *producer(void *arg) {
  pthread_mutex_lock(&lock);
  struct node *n = head; // no race
  pthread_mutex_unlock(&lock);
  if (!n) n = calloc(1, sizeof *n);
  n->value = 1; // race
  pthread_mutex_lock(&lock);
  head = n; // no race
  pthread_mutex_unlock(&lock);
  return arg;
}

void *consumer(void *arg) {
  int sum = 0;
  pthread_mutex_lock(&lock);
  for (struct node *n = head; n; n = n->next) // no race
    sum += n->value;                          // race
  pthread_mutex_unlock(&lock);
  return sum ? arg : NULL;
}

int main(void) {
  pthread_t a, b;
  pthread_create(&a, NULL, producer, NULL);
  pthread_create(&b, NULL, consumer, NULL);
  pthread_join(a, NULL);
  pthread_join(b, NULL);
  return 0;
}
