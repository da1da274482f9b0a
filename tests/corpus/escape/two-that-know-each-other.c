// Two objects have the addresses of each other; one of them goes out.
#include <pthread.h>
#include <stdlib.h>

struct node {
  int value;
  struct node *next, *back;
};
struct node *head;
pthread_mutex_t lock = PTHREAD_MUTEX_INITIALIZER;

void *producer(void *arg) {
  struct node *a = calloc(1, sizeof *a), *b = calloc(1, sizeof *b);
  a->next = b; // no race
  b->back = a; // no race
  b->value = 1; // imprecise: objects that have each other's address count as out
  pthread_mutex_lock(&lock);
  head = a; // no race
  pthread_mutex_unlock(&lock);
  b->value = 2; // race
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
