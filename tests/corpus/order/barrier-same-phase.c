// A barrier orders what is before it and what is after it; two accesses on the same side still race.
#include <pthread.h>

int shared;
pthread_barrier_t barrier;

void *worker(void *arg) {
  pthread_barrier_wait(&barrier);
  shared++; // race
  return arg;
}

int main(void) {
  pthread_t a, b;
  pthread_barrier_init(&barrier, NULL, 2);
  pthread_create(&a, NULL, worker, NULL);
  pthread_create(&b, NULL, worker, NULL);
  pthread_join(a, NULL);
  pthread_join(b, NULL);
  return 0;
}
