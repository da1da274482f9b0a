// Slots are as far apart as the user says, which may be nothing.
#include <pthread.h>
#include <stdint.h>
#include <stdlib.h>

int data[1000];
int n;

void *worker(void *arg) {
  int id = (int)(intptr_t)arg;
  data[id * n] = id; // race
  return NULL;
}

int main(int argc, char **argv) {
  pthread_t threads[64];
  n = argc > 1 ? atoi(argv[1]) : 1000;
  for (int i = 0; i < 4; i++)
    pthread_create(&threads[i], NULL, worker, (void *)(intptr_t)i);
  for (int i = 0; i < 4; i++)
    pthread_join(threads[i], NULL);
  return 0;
}
