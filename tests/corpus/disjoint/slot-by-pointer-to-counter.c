// Threads read their number from the counter of the loop, which goes on counting.
#include <pthread.h>
#include <stdint.h>
#include <stdlib.h>

int results[5];

void *worker(void *arg) {
  int id = *(int *)arg; // race
  results[id] = 1;      // race
  return NULL;
}

int main(void) {
  pthread_t threads[4];
  for (int i = 0; i < 4; i++)                            // race
    pthread_create(&threads[i], NULL, worker, (void *)&i); // no race
  for (int i = 0; i < 4; i++)
    pthread_join(threads[i], NULL);
  return 0;
}
