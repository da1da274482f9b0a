// What is left over is spread over the first threads, but the others do not move on.
#include <pthread.h>
#include <stdint.h>
#include <stdlib.h>

int data[1000];
int n, threads_wanted = 4;

void *worker(void *arg) {
  int id = (int)(intptr_t)arg;
  int chunk = n / threads_wanted, rest = n % threads_wanted;
  int from = id * chunk;
  int to = from + chunk + (id < rest ? 1 : 0);
  for (int i = from; i < to; i++)
    data[i] = id; // race
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
