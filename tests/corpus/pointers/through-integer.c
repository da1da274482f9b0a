// An address travels through an integer variable and is an address again.
#include <pthread.h>
#include <stdint.h>

int x;
uintptr_t hidden;

void *worker(void *arg) {
  *(int *)hidden = 1; // race
  return arg;
}

int main(void) {
  pthread_t a;
  hidden = (uintptr_t)&x; // no race
  pthread_create(&a, NULL, worker, NULL);
  x = 2; // race
  pthread_join(a, NULL);
  return 0;
}
