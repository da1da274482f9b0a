// The test-and-set of GCC, with its release.
#include <pthread.h>
#include <stdatomic.h>

int counter;
int taken;

void *worker(void *arg) {
  while (__sync_lock_test_and_set(&taken, 1))
    ;
  counter++; // no race
  __sync_lock_release(&taken);
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
