// Every thread has some rows of a matrix.
#include <pthread.h>
#include <stdint.h>
#include <stdlib.h>

int m[32][32];
int n;

void *worker(void *arg) {
  int id = (int)(intptr_t)arg;
  int rows = 32 / 4;
  for (int r = id * rows; r < (id + 1) * rows; r++)
    for (int c = 0; c < 32; c++)
      m[r][c] = id; // no race
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
