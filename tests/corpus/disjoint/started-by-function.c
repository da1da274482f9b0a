// A function of its own starts each thread.
#include <pthread.h>
#include <stdint.h>
#include <stdlib.h>

int results[4];
pthread_t threads[4];

void *worker(void *arg) {
  results[(intptr_t)arg] = 1; // no race
  return NULL;
}

static void start(int i) { pthread_create(&threads[i], NULL, worker, (void *)(intptr_t)i); }

int main(void) {
  for (int i = 0; i < 4; i++)
    start(i);
  for (int i = 0; i < 4; i++)
    pthread_join(threads[i], NULL);
  return 0;
}
