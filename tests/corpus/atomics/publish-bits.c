// One bit of a word of flags says that the data is there; another one says something else.
#include <pthread.h>
#include <stdatomic.h>

enum { READY = 1, LOUD = 2 };
int data, seen;
atomic_int flags;

void *producer(void *arg) {
  atomic_fetch_or(&flags, LOUD); // no race
  data = 42; // no race
  atomic_fetch_or(&flags, READY); // no race
  return arg;
}

void *consumer(void *arg) {
  while (!(atomic_load(&flags) & READY)) // no race
    ;
  seen = data; // no race
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
