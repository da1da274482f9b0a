// The same with the builtins of the compiler on a plain variable.
#include <pthread.h>

int data, seen;
int ready;

void *producer(void *arg) {
  data = 42; // no race
  __atomic_store_n(&ready, 1, __ATOMIC_RELEASE); // no race
  return arg;
}

void *consumer(void *arg) {
  while (!__atomic_load_n(&ready, __ATOMIC_ACQUIRE)) // no race
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
