// One of the two accesses is in no such function.
#include <pthread.h>

int counter;

void __VERIFIER_atomic_count(void) {
  counter++; // race
}

void *worker(void *arg) {
  __VERIFIER_atomic_count();
  return arg;
}

int main(void) {
  pthread_t a, b;
  pthread_create(&a, NULL, worker, NULL);
  pthread_create(&b, NULL, worker, NULL);
  counter = 5; // race
  pthread_join(a, NULL);
  pthread_join(b, NULL);
  return 0;
}
