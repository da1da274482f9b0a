// Rows of a matrix that lies in one array.
#include <pthread.h>
#include <stdint.h>
#include <stdlib.h>

int *m;
int n, width, threads_wanted = 4;

void *worker(void *arg) {
  int id = (int)(intptr_t)arg;
  int rows = n / threads_wanted;
  for (int r = id * rows; r < (id + 1) * rows; r++)
    for (int c = 0; c < width; c++)
      m[r * width + c] = id; // no race
  return NULL;
}

int main(int argc, char **argv) {
  pthread_t threads[64];
  n = argc > 1 ? atoi(argv[1]) : 1000;
  width = n;
  m = malloc(sizeof *m * (size_t)n * (size_t)n);
  for (int i = 0; i < threads_wanted; i++)
    pthread_create(&threads[i], NULL, worker, (void *)(intptr_t)i);
  for (int i = 0; i < threads_wanted; i++)
    pthread_join(threads[i], NULL);
  return 0;
}
