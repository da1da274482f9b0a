// Every thread makes an object for itself, but keeps it in a variable that all have.
#include <pthread.h>
#include <stdint.h>
#include <stdlib.h>

int *scratch;

void *worker(void *arg) {
  scratch = calloc(8, sizeof *scratch); // race
  scratch[0] = 1;                       // race
  return arg;
}

int main(void) {
  pthread_t threads[4];
  for (int i = 0; i < 4; i++)
    pthread_create(&threads[i], NULL, worker, NULL);
  for (int i = 0; i < 4; i++)
    pthread_join(threads[i], NULL);
  return 0;
}
