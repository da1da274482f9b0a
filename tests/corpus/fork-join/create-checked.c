// Careful code looks at the result of every call; the order is the same.
#include <pthread.h>
#include <stdio.h>
#include <stdlib.h>

int result;

void *worker(void *arg) {
  result = 1; // no race
  return arg;
}

int main(void) {
  pthread_t a;
  int error = pthread_create(&a, NULL, worker, NULL);
  if (error != 0) {
    fprintf(stderr, "no thread: %d\n", error);
    exit(1);
  }
  if (pthread_join(a, NULL) != 0)
    abort();
  return result; // no race
}
