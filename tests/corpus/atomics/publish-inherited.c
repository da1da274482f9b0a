// A thread that is started after the wait comes after what was waited for; so does who waits for a thread that waited.
#include <pthread.h>
#include <stdatomic.h>

int data, seen, also;
atomic_int ready;

void *producer(void *arg) {
  data = 42; // no race
  atomic_store(&ready, 1); // no race
  return arg;
}

void *reader(void *arg) {
  seen = data; // no race
  return arg;
}

void *waiter(void *arg) {
  while (!atomic_load(&ready)) // no race
    ;
  pthread_t r;
  pthread_create(&r, 0, reader, 0);
  pthread_join(r, 0);
  return arg;
}

int main(void) {
  pthread_t a, b;
  pthread_create(&a, 0, producer, 0);
  pthread_create(&b, 0, waiter, 0);
  pthread_join(b, 0);
  also = data; // no race
  pthread_join(a, 0);
  return seen + also;
}
