// The second thread passes on what it did not wait for.
#include <pthread.h>
#include <stdatomic.h>

int data, seen;
atomic_int first, second;

void *other(void *arg) {
  if (!atomic_load(&first)) // no race
    atomic_store(&second, 2); // no race
  atomic_store(&second, 1); // no race
  return arg;
}

void *producer(void *arg) {
  data = 42; // race
  atomic_store(&first, 1); // no race
  return arg;
}

void *consumer(void *arg) {
  while (!atomic_load(&second)) // no race
    ;
  seen = data; // race
  return arg;
}

int main(void) {
  pthread_t a, b, c;
  pthread_create(&a, NULL, producer, NULL);
  pthread_create(&b, NULL, consumer, NULL);
  pthread_create(&c, NULL, other, NULL);
  pthread_join(a, NULL);
  pthread_join(b, NULL);
  pthread_join(c, NULL);
  return 0;
}
