// The first thread that comes to OpenMP's library ends. Told of critical sections by a tool's way, the library then fell.
#include <pthread.h>

static int counter;

static void *first(void *unused) {
#pragma omp parallel num_threads(2)
  ;
  return unused;
}

static void *second(void *unused) {
#pragma omp parallel num_threads(2)
#pragma omp critical
  counter++;
  return unused;
}

int main(void) {
  pthread_t thread;
  pthread_create(&thread, 0, first, 0);
  pthread_join(thread, 0);
  pthread_create(&thread, 0, second, 0);
  pthread_join(thread, 0);
  return counter != 2;
}
