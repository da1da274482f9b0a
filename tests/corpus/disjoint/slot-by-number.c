// Every thread writes the slot that its number says. Main reads them when all are done.
#include <pthread.h>
#include <stdint.h>
#include <stdlib.h>

int results[4];

void *worker(void *arg) {
  intptr_t id = (intptr_t)arg;
  results[id] = 1; // no race
  return NULL;
}

int main(void) {
  pthread_t threads[4];
  for (intptr_t i = 0; i < 4; i++)
    pthread_create(&threads[i], NULL, worker, (void *)i);
  for (int i = 0; i < 4; i++)
    pthread_join(threads[i], NULL);
  return results[0] + results[3]; // no race
}
