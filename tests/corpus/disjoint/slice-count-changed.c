// The number of threads changes while they run.
#include <pthread.h>
#include <stdint.h>
#include <stdlib.h>

int data[1000];
int n, threads_wanted = 4;

void *worker(void *arg) {
  int id = (int)(intptr_t)arg;
  int chunk = n / threads_wanted; // race
  int from = id * chunk;
  for (int i = from; i < from + chunk; i++)
    data[i] = id; // race
  return NULL;
}

int main(int argc, char **argv) {
  pthread_t threads[64];
  n = argc > 1 ? atoi(argv[1]) : 1000;
  for (int i = 0; i < 4; i++)
    pthread_create(&threads[i], NULL, worker, (void *)(intptr_t)i);
  threads_wanted = 2; // race
  for (int i = 0; i < 4; i++)
    pthread_join(threads[i], NULL);
  return 0;
}
