// The thread frees what it was given, and main does not look at it again.
#include <pthread.h>
#include <stdlib.h>

void *worker(void *arg) {
  int *value = arg;
  int seen = *value; // no race
  free(value);       // no race
  return seen ? &worker : NULL;
}

int main(void) {
  pthread_t a;
  int *value = malloc(sizeof *value);
  *value = 1; // no race
  pthread_create(&a, NULL, worker, value);
  pthread_join(a, NULL);
  return 0;
}
