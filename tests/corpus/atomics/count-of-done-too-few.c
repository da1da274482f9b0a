// Main goes on when three of four are done.
#include <pthread.h>
#include <stdatomic.h>

int input = 7;
atomic_int sum;
atomic_int done;

void *worker(void *arg) {
  atomic_fetch_add(&sum, input); // race
  atomic_fetch_add(&done, 1); // no race
  return arg;
}

int main(void) {
  pthread_t threads[4];
  for (int i = 0; i < 4; i++)
    pthread_create(&threads[i], 0, worker, 0);
  while (atomic_load(&done) < 3) // no race
    ;
  input = 0; // race
  for (int i = 0; i < 4; i++)
    pthread_join(threads[i], 0);
  return sum;
}
