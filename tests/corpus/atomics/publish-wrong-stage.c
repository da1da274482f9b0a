// The reader waits for the stage before the data is written.
#include <pthread.h>
#include <stdatomic.h>

int data, early, seen;
atomic_int stage;

void *producer(void *arg) {
  early = 1; // no race
  atomic_store(&stage, 1); // no race
  data = 42; // race
  atomic_store(&stage, 2); // no race
  return arg;
}

void *consumer(void *arg) {
  while (atomic_load(&stage) < 1) // no race
    ;
  seen = early; // no race
  seen += data; // race
  return arg;
}

int main(void) {
  pthread_t a, b;
  pthread_create(&a, NULL, producer, NULL);
  pthread_create(&b, NULL, consumer, NULL);
  pthread_join(a, NULL);
  pthread_join(b, NULL);
  return 0;
}
