// Readers pass the address on without a lock.
#include <pthread.h>
#include <stdlib.h>

struct config {
  int size;
};
struct config *current, *copy;
pthread_mutex_t lock = PTHREAD_MUTEX_INITIALIZER;

void *producer(void *arg) {
  struct config *c = malloc(sizeof *c);
  c->size = 4; // race
  pthread_mutex_lock(&lock);
  current = c; // no race
  pthread_mutex_unlock(&lock);
  return copy && copy->size ? arg : NULL; // race
  return arg;
}

void *consumer(void *arg) {
  pthread_mutex_lock(&lock);
  copy = current; // race
  pthread_mutex_unlock(&lock);
  return copy && copy->size ? arg : NULL; // race
}

int main(void) {
  pthread_t a, b;
  pthread_create(&a, NULL, producer, NULL);
  pthread_create(&b, NULL, consumer, NULL);
  pthread_join(a, NULL);
  pthread_join(b, NULL);
  return 0;
}
