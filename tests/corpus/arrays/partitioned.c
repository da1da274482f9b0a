// Every thread has its part of an array, told by a number.
#include <pthread.h>
#include <stdint.h>

int table[400];

void *worker(void *arg) {
  intptr_t part = (intptr_t)arg;
  for (intptr_t i = 100 * part; i < 100 * (part + 1); i++)
    table[i] = 1; // no race
  return arg;
}

int main(void) {
  pthread_t threads[4];
  for (intptr_t i = 0; i < 4; i++)
    pthread_create(&threads[i], NULL, worker, (void *)i);
  for (int i = 0; i < 4; i++)
    pthread_join(threads[i], NULL);
  return table[0]; // no race
}
