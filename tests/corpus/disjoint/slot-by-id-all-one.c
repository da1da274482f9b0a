// Every thread has its own number in an array, but the numbers are all the same.
#include <pthread.h>
#include <stdint.h>
#include <stdlib.h>

int results[4];

void *worker(void *arg) {
  int id = *(int *)arg; // no race
  results[id] = id;     // race
  return NULL;
}

int main(void) {
  pthread_t threads[4];
  int ids[4];
  for (int i = 0; i < 4; i++) {
    ids[i] = 1; // no race
    pthread_create(&threads[i], NULL, worker, &ids[i]);
  }
  for (int i = 0; i < 4; i++)
    pthread_join(threads[i], NULL);
  return 0;
}
