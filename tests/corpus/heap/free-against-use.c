// The object is freed while the thread may still be using it.
#include <pthread.h>
#include <stdlib.h>

void *worker(void *arg) {
  int *value = arg;
  return *value ? arg : NULL; // race
}

int main(void) {
  pthread_t a;
  int *value = malloc(sizeof *value);
  *value = 1; // no race
  pthread_create(&a, NULL, worker, value);
  free(value); // race
  pthread_join(a, NULL);
  return 0;
}
