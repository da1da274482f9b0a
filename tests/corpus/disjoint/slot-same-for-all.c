// All threads write the slot with one number, whatever theirs is.
#include <pthread.h>
#include <stdint.h>
#include <stdlib.h>

int results[4];
int which;

void *worker(void *arg) {
  intptr_t id = (intptr_t)arg;
  results[which] = (int)id; // race
  return NULL;
}

int main(void) {
  pthread_t threads[4];
  which = 2;
  for (intptr_t i = 0; i < 4; i++)
    pthread_create(&threads[i], NULL, worker, (void *)i);
  for (int i = 0; i < 4; i++)
    pthread_join(threads[i], NULL);
  return 0;
}
