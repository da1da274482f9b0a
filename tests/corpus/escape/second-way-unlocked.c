// Readers pass the address on without a lock. Who got it under the lock comes after it was filled; who finds the copy
// does not.
#include <pthread.h>
#include <stdlib.h>

struct config {
  int size, limit;
};
struct config *current, *copy;
pthread_mutex_t lock = PTHREAD_MUTEX_INITIALIZER;

void *producer(void *arg) {
  struct config *c = malloc(sizeof *c);
  c->size = 4;  // race
  c->limit = 8; // no race
  pthread_mutex_lock(&lock);
  current = c; // no race
  pthread_mutex_unlock(&lock);
  return arg;
}

void *consumer(void *arg) {
  pthread_mutex_lock(&lock);
  copy = current; // race
  pthread_mutex_unlock(&lock);
  return copy && copy->limit ? arg : NULL; // no race
}

void *reader(void *arg) {
  return copy && copy->size ? arg : NULL; // race
}

int main(void) {
  pthread_t a, b, c;
  pthread_create(&a, NULL, producer, NULL);
  pthread_create(&b, NULL, consumer, NULL);
  pthread_create(&c, NULL, reader, NULL);
  pthread_join(a, NULL);
  pthread_join(b, NULL);
  pthread_join(c, NULL);
  return 0;
}
