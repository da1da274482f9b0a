// A growing array is moved by realloc while the thread reads the old place.
#include <pthread.h>
#include <stdlib.h>

int *numbers;

void *worker(void *arg) {
  int *old = arg;
  return old[0] ? arg : NULL; // race
}

int main(void) {
  pthread_t a;
  numbers = calloc(4, sizeof *numbers); // no race
  pthread_create(&a, NULL, worker, numbers);
  numbers = realloc(numbers, 100 * sizeof *numbers); // race
  pthread_join(a, NULL);
  free(numbers); // no race
  return 0;
}
