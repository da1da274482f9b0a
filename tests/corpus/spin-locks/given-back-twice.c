// The lock is given back before the second access, and once more after it.
#include <pthread.h>
#include <stdatomic.h>

int counter, late;
atomic_int taken;

void *worker(void *arg) {
  while (atomic_exchange(&taken, 1))
    ;
  counter++; // race
  atomic_store(&taken, 0);
  late++; // race
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
