// A maximum kept by compare-and-exchange.
#include <pthread.h>
#include <stdatomic.h>
#include <stdint.h>

atomic_int largest;
int last;

static void offer(int value) {
  int seen = atomic_load(&largest); // no race
  while (seen < value && !atomic_compare_exchange_weak(&largest, &seen, value)) // no race
    ;
  last = value; // race
}

void *worker(void *arg) {
  offer((int)(intptr_t)arg);
  return arg;
}

int main(void) {
  pthread_t a, b;
  pthread_create(&a, NULL, worker, (void *)3);
  pthread_create(&b, NULL, worker, (void *)4);
  pthread_join(a, NULL);
  pthread_join(b, NULL);
  return largest; // no race
}
