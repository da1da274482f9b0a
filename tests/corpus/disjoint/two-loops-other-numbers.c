// Two loops start threads, with numbers that go on where the first stopped.
#include <pthread.h>
#include <stdint.h>
#include <stdlib.h>

int results[8];

void *worker(void *arg) {
  results[(intptr_t)arg] = 1; // no race
  return NULL;
}

int main(void) {
  pthread_t threads[4], more[4];
  for (intptr_t i = 0; i < 4; i++)
    pthread_create(&threads[i], NULL, worker, (void *)i);
  for (intptr_t i = 4; i < 8; i++)
    pthread_create(&more[i - 4], NULL, worker, (void *)i);
  for (int i = 0; i < 4; i++)
    pthread_join(threads[i], NULL);
  for (int i = 0; i < 4; i++)
    pthread_join(more[i], NULL);
  return 0;
}
