// Two loops start threads with the same numbers.
#include <pthread.h>
#include <stdint.h>
#include <stdlib.h>

int results[4];

void *worker(void *arg) {
  results[(intptr_t)arg] = 1; // race
  return NULL;
}

int main(void) {
  pthread_t threads[4], more[4];
  for (intptr_t i = 0; i < 4; i++)
    pthread_create(&threads[i], NULL, worker, (void *)i);
  for (intptr_t i = 0; i < 4; i++)
    pthread_create(&more[i], NULL, worker, (void *)i);
  for (int i = 0; i < 4; i++)
    pthread_join(threads[i], NULL);
  for (int i = 0; i < 4; i++)
    pthread_join(more[i], NULL);
  return 0;
}
