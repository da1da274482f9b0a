// Threads that are started before the data is there wait for it; any number of them.
#include <pthread.h>
#include <stdatomic.h>

int data;
atomic_int ready, sum;

void *worker(void *arg) {
  while (!atomic_load_explicit(&ready, memory_order_acquire)) // no race
    ;
  atomic_fetch_add(&sum, data); // no race
  return arg;
}

int main(void) {
  pthread_t threads[4];
  for (int i = 0; i < 4; i++)
    pthread_create(&threads[i], NULL, worker, NULL);
  data = 42; // no race
  atomic_store_explicit(&ready, 1, memory_order_release); // no race
  for (int i = 0; i < 4; i++)
    pthread_join(threads[i], NULL);
  return sum;
}
