// A lock made of an atomic flag.
#include <pthread.h>
#include <stdatomic.h>

int counter;
atomic_flag taken = ATOMIC_FLAG_INIT;

void *worker(void *arg) {
  while (atomic_flag_test_and_set_explicit(&taken, memory_order_acquire)) // no race
    ;
  counter++;                                              // no race
  atomic_flag_clear_explicit(&taken, memory_order_release); // no race
  return arg;
}

int main(void) {
  pthread_t a, b;
  pthread_create(&a, NULL, worker, NULL);
  pthread_create(&b, NULL, worker, NULL);
  pthread_join(a, NULL);
  pthread_join(b, NULL);
  return counter; // no race
}
