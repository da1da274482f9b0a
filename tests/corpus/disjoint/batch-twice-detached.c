// A function starts threads that nobody waits for, and is called twice.
#include <pthread.h>
#include <stdint.h>
#include <stdlib.h>

int results[4];

void *worker(void *arg) {
  results[(intptr_t)arg] = 1; // race
  return NULL;
}

static void batch(void) {
  for (intptr_t i = 0; i < 4; i++) {
    pthread_t thread;
    pthread_create(&thread, NULL, worker, (void *)i);
    pthread_detach(thread);
  }
}

int main(void) {
  batch();
  batch();
  return 0;
}
