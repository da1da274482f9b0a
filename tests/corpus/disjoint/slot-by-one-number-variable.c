// All threads are handed the address of one variable, which each round sets anew.
#include <pthread.h>
#include <stdint.h>
#include <stdlib.h>

int results[4];
int number;

void *worker(void *arg) {
  int id = *(int *)arg; // race
  results[id] = id;     // race
  return NULL;
}

int main(void) {
  pthread_t threads[4];
  for (int i = 0; i < 4; i++) {
    number = i; // race
    pthread_create(&threads[i], NULL, worker, &number);
  }
  for (int i = 0; i < 4; i++)
    pthread_join(threads[i], NULL);
  return 0;
}
