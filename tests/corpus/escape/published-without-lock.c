// Nodes are filled and then put where others look, without the lock that these hold.
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
  n->value = 1;   // race
  n->next = NULL; // race
  head = n;       // race
  return arg;
}

void *consumer(void *arg) {
  int sum = 0;
  pthread_mutex_lock(&lock);
  for (struct node *n = head; n; n = n->next) // race
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
