// Two flags for two variables. Each orders its own.
#include <pthread.h>
#include <stdatomic.h>

int first, second, seen;
atomic_int one, two;

void *producer(void *arg) {
  first = 1; // no race
  atomic_store(&one, 1); // no race
  second = 1; // race
  atomic_store(&two, 1); // no race
  return arg;
}

void *consumer(void *arg) {
  while (!atomic_load(&one)) // no race
    ;
  seen = first; // no race
  seen += second; // race
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
