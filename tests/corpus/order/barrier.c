// Each thread writes its part in the first phase and reads the other's in the second; a barrier is in between.
#include <pthread.h>

int left, right;
pthread_barrier_t barrier;

void *worker_left(void *arg) {
  left = 1; // no race
  pthread_barrier_wait(&barrier);
  return right ? arg : NULL; // no race
}

void *worker_right(void *arg) {
  right = 1; // no race
  pthread_barrier_wait(&barrier);
  return left ? arg : NULL; // no race
}

int main(void) {
  pthread_t a, b;
  pthread_barrier_init(&barrier, NULL, 2);
  pthread_create(&a, NULL, worker_left, NULL);
  pthread_create(&b, NULL, worker_right, NULL);
  pthread_join(a, NULL);
  pthread_join(b, NULL);
  return 0;
}
