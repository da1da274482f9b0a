// A slice from id·n/count to (id+1)·n/count.
#include <pthread.h>
#include <stdint.h>
#include <stdlib.h>

int data[1000];
int n, threads_wanted = 4;

void *worker(void *arg) {
  int id = (int)(intptr_t)arg;
  int from = id * n / threads_wanted, to = (id + 1) * n / threads_wanted;
  for (int i = from; i < to; i++)
    data[i] = id; // no race
  return NULL;
}

int main(int argc, char **argv) {
  pthread_t threads[64];
  n = argc > 1 ? atoi(argv[1]) : 1000;
  for (int i = 0; i < threads_wanted; i++)
    pthread_create(&threads[i], NULL, worker, (void *)(intptr_t)i);
  for (int i = 0; i < threads_wanted; i++)
    pthread_join(threads[i], NULL);
  return 0;
}
