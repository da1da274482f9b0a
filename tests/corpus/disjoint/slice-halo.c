// Every thread writes its slice and reads one element on each side of it.
#include <pthread.h>
#include <stdint.h>
#include <stdlib.h>

int data[1002];
int n, threads_wanted = 4;

void *worker(void *arg) {
  int id = (int)(intptr_t)arg;
  int chunk = n / threads_wanted;
  int from = id * chunk, sum = 0;
  for (int i = from; i < from + chunk; i++)
    data[i + 1] = id; // race
  for (int i = from; i < from + chunk + 2; i++)
    sum += data[i]; // race
  if (sum < 0) abort();
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
