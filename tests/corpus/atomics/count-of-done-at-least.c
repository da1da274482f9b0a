// The same with the other comparison, and release and acquire only.
#include <pthread.h>
#include <stdatomic.h>

int input = 7;
atomic_int sum;
atomic_int done;

void *worker(void *arg) {
  atomic_fetch_add(&sum, input); // no race
  atomic_fetch_add_explicit(&done, 1, memory_order_release); // no race
  return arg;
}

int main(void) {
  pthread_t threads[4];
  for (int i = 0; i < 4; i++)
    pthread_create(&threads[i], 0, worker, 0);
  while (atomic_load_explicit(&done, memory_order_acquire) < 4) // no race
    ;
  input = 0; // no race
  for (int i = 0; i < 4; i++)
    pthread_join(threads[i], 0);
  return sum;
}
