// The function that starts threads is called for the same numbers by two loops.
#include <pthread.h>
#include <stdint.h>
#include <stdlib.h>

int results[4];
pthread_t threads[8];

void *worker(void *arg) {
  results[(intptr_t)arg] = 1; // race
  return NULL;
}

static void start(int slot, int i) { pthread_create(&threads[slot], NULL, worker, (void *)(intptr_t)i); }

int main(void) {
  for (int i = 0; i < 4; i++)
    start(i, i);
  for (int i = 0; i < 4; i++)
    start(4 + i, i);
  for (int i = 0; i < 8; i++)
    pthread_join(threads[i], NULL);
  return 0;
}
