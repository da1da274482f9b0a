// Only who did not get the lock goes on.
#include <pthread.h>
#include <stdatomic.h>

int counter;
atomic_int taken;

void *worker(void *arg) {
  if (atomic_exchange(&taken, 1) == 0)
    return NULL;
  counter++; // race

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
