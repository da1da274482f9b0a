// A bit that is set by who takes the lock.
#include <pthread.h>
#include <stdatomic.h>

int counter;
atomic_uint taken;

void *worker(void *arg) {
  while (atomic_fetch_or(&taken, 1u))
    ;
  counter++; // no race
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
