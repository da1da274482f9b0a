// The case of the last stage sees all that was written.
#include <pthread.h>
#include <stdatomic.h>

int data, seen;
atomic_int stage;

void *producer(void *arg) {
  data = 42; // no race
  atomic_store(&stage, 1); // no race
  data = 43; // no race
  atomic_store(&stage, 2); // no race
  return arg;
}

void *consumer(void *arg) {
  switch (atomic_load(&stage)) { // no race
  case 2:
    seen = data; // no race
    break;
  default:
    break;
  }
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
