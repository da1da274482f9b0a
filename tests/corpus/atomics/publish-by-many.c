// Each of several threads of one kind writes and sets the flag: that one has done so says nothing of the others.
#include <pthread.h>
#include <stdatomic.h>

int data[4], seen;
atomic_int ready;

void *worker(void *arg) {
  *(int *)arg = 42; // race
  atomic_store(&ready, 1); // no race
  return 0;
}

int main(void) {
  pthread_t threads[4];
  for (int i = 0; i < 4; i++)
    pthread_create(&threads[i], 0, worker, &data[i]);
  while (!atomic_load(&ready)) // no race
    ;
  seen = data[2]; // race
  for (int i = 0; i < 4; i++)
    pthread_join(threads[i], 0);
  return seen;
}
