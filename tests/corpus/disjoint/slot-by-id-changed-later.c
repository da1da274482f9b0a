// A number is changed after its thread was started.
#include <pthread.h>
#include <stdint.h>
#include <stdlib.h>

int results[8];

void *worker(void *arg) {
  int id = *(int *)arg; // race
  results[id] = id;     // race
  return NULL;
}

int main(void) {
  pthread_t threads[4];
  int ids[4];
  for (int i = 0; i < 4; i++) {
    ids[i] = i; // no race
    pthread_create(&threads[i], NULL, worker, &ids[i]);
    ids[i] = 0; // race
  }
  for (int i = 0; i < 4; i++)
    pthread_join(threads[i], NULL);
  return 0;
}
