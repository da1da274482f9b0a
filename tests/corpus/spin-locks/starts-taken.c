// The variable is set from the start, and nobody who has the lock clears it first.
#include <pthread.h>
#include <stdatomic.h>

int counter;
atomic_int taken = 1;

void *worker(void *arg) {
  while (atomic_exchange(&taken, 1))
    ;
  counter++; // imprecise: nobody ever gets in
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
