// Nobody asks whether the attempt was successful: it is no lock.
#include <pthread.h>
#include <stdatomic.h>
#include <stdbool.h>
#include <stddef.h>

int counter;
static atomic_int taken;

static bool try_take(void) {
  int free = 0;
  return atomic_compare_exchange_strong(&taken, &free, 1);
}

void *worker(void *arg) {
  try_take();
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
