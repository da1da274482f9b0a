// A matrix as an array of pointers, which are all to one row.
#include <pthread.h>
#include <stdint.h>
#include <stdlib.h>

int **m;
int n, threads_wanted = 4;

void *worker(void *arg) {
  int id = (int)(intptr_t)arg;
  int rows = n / threads_wanted;
  for (int r = id * rows; r < (id + 1) * rows; r++)
    for (int c = 0; c < n; c++)
      m[r][c] = id; // race
  return NULL;
}

int main(int argc, char **argv) {
  pthread_t threads[64];
  n = argc > 1 ? atoi(argv[1]) : 1000;
  m = malloc(sizeof *m * (size_t)n);
  int *row = malloc(sizeof **m * (size_t)n);
  for (int r = 0; r < n; r++)
    m[r] = row;
  for (int i = 0; i < threads_wanted; i++)
    pthread_create(&threads[i], NULL, worker, (void *)(intptr_t)i);
  for (int i = 0; i < threads_wanted; i++)
    pthread_join(threads[i], NULL);
  return 0;
}
