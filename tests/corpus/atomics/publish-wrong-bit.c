// The reader looks at the other bit, which is set before the data is written.
#include <pthread.h>
#include <stdatomic.h>

enum { READY = 1, LOUD = 2 };
int data, seen;
atomic_int flags;

void *producer(void *arg) {
  atomic_fetch_or(&flags, LOUD); // no race
  data = 42; // race
  atomic_fetch_or(&flags, READY); // no race
  return arg;
}

void *consumer(void *arg) {
  while (!(atomic_load(&flags) & LOUD)) // no race
    ;
  seen = data; // race
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
