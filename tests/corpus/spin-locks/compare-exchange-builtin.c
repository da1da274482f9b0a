// The same with the __sync builtins.
#include <pthread.h>
#include <stdatomic.h>

int counter;
int taken;

void *worker(void *arg) {
  while (!__sync_bool_compare_and_swap(&taken, 0, 1))
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
