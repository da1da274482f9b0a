// Plain use of an _Atomic variable is sequentially consistent.
#include <pthread.h>
#include <stdatomic.h>

int data, seen;
_Atomic int ready;

void *producer(void *arg) {
  data = 42; // no race
  ready = 1; // no race
  return arg;
}

void *consumer(void *arg) {
  while (!ready) // no race
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
