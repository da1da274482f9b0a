// The numbers are not the rounds, but no two are the same.
#include <pthread.h>
#include <stdint.h>
#include <stdlib.h>

int results[16];

void *worker(void *arg) {
  intptr_t id = (intptr_t)arg;
  results[id] = 1; // no race
  return NULL;
}

int main(void) {
  pthread_t threads[4];
  for (intptr_t i = 0; i < 4; i++)
    pthread_create(&threads[i], NULL, worker, (void *)(2 * i + 3));
  for (int i = 0; i < 4; i++)
    pthread_join(threads[i], NULL);
  return 0;
}
