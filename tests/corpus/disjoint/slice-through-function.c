// The slice is worked on by a function that is told where it starts and ends.
#include <pthread.h>
#include <stdint.h>
#include <stdlib.h>

int data[1000];
int n, threads_wanted = 4;

static void fill(int *a, int from, int to, int value) {
  for (int i = from; i < to; i++)
    a[i] = value; // no race
}

void *worker(void *arg) {
  int id = (int)(intptr_t)arg;
  int chunk = n / threads_wanted;
  fill(data, id * chunk, (id + 1) * chunk, id);
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
