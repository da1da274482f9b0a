// Reads that the lock is free, and takes it for its own: both may have read that.
#include <pthread.h>
#include <stdatomic.h>

int counter;
atomic_int taken;

void *worker(void *arg) {
  while (atomic_load(&taken))
    ;
  atomic_store(&taken, 1);
  counter++; // race
  atomic_store(&taken, 0);
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
