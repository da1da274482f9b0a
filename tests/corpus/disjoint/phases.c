// Threads are started and waited for, again and again.
#include <pthread.h>
#include <stdint.h>
#include <stdlib.h>

int results[4];

void *worker(void *arg) {
  results[(intptr_t)arg]++; // no race
  return NULL;
}

int main(void) {
  pthread_t threads[4];
  for (int phase = 0; phase < 3; phase++) {
    for (intptr_t i = 0; i < 4; i++)
      pthread_create(&threads[i], NULL, worker, (void *)i);
    for (int i = 0; i < 4; i++)
      pthread_join(threads[i], NULL);
    for (int i = 0; i < 4; i++)
      results[i] /= 2; // no race
  }
  return 0;
}
