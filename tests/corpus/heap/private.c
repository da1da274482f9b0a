// Every thread allocates, uses and frees its own object: one line of source, but never one object.
#include <pthread.h>
#include <stdlib.h>

void *worker(void *arg) {
  int *buffer = malloc(16 * sizeof *buffer);
  for (int i = 0; i < 16; i++)
    buffer[i] = i;      // no race
  int last = buffer[15]; // no race
  free(buffer);          // no race
  return last ? arg : NULL;
}

int main(void) {
  pthread_t a, b;
  pthread_create(&a, NULL, worker, NULL);
  pthread_create(&b, NULL, worker, NULL);
  pthread_join(a, NULL);
  pthread_join(b, NULL);
  return 0;
}
