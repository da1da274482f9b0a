// The loop that starts threads is run again while those of the first time are there.
#include <pthread.h>
#include <stdint.h>
#include <stdlib.h>

int results[4];

void *worker(void *arg) {
  results[(intptr_t)arg] = 1; // race
  return NULL;
}

int main(void) {
  pthread_t threads[2][4];
  for (int k = 0; k < 2; k++)
    for (intptr_t i = 0; i < 4; i++)
      pthread_create(&threads[k][i], NULL, worker, (void *)i);
  for (int k = 0; k < 2; k++)
    for (int i = 0; i < 4; i++)
      pthread_join(threads[k][i], NULL);
  return 0;
}
