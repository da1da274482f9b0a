// Waits by reading before it tries again.
#include <pthread.h>
#include <stdatomic.h>

int counter;
atomic_int taken;

void *worker(void *arg) {
  while (atomic_exchange_explicit(&taken, 1, memory_order_acquire))
    while (atomic_load_explicit(&taken, memory_order_relaxed))
      ;
  counter++; // no race
  atomic_store_explicit(&taken, 0, memory_order_release);
  return arg;
}

int main(void) {
  pthread_t a, b;
  pthread_create(&a, NULL, worker, NULL);
  pthread_create(&b, NULL, worker, NULL);
  pthread_join(a, NULL);
  pthread_join(b, NULL);
  return 0;
}
