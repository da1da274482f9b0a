// The expected value is not put back after a failure: the second attempt exchanges 1 by 1.
#include <pthread.h>
#include <stdatomic.h>

int counter;
atomic_int taken;

void *worker(void *arg) {
  int expected = 0;
  while (!atomic_compare_exchange_strong(&taken, &expected, 1))
    ;
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
