// Threads put their number where all put theirs, and read it back.
#include <pthread.h>
#include <stdint.h>
#include <stdlib.h>

int current;
int results[4];

void *worker(void *arg) {
  current = (int)(intptr_t)arg; // race
  results[current] = 1;         // race
  return NULL;
}

int main(void) {
  pthread_t threads[4];
  for (intptr_t i = 0; i < 4; i++)
    pthread_create(&threads[i], NULL, worker, (void *)i);
  for (int i = 0; i < 4; i++)
    pthread_join(threads[i], NULL);
  return 0;
}
