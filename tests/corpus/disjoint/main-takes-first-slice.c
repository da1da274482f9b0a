// Main takes the first slice itself, threads take the others.
#include <pthread.h>
#include <stdint.h>
#include <stdlib.h>

int data[1000];
int n, threads_wanted = 4;

static void work(int id) {
  int chunk = n / threads_wanted;
  for (int i = id * chunk; i < (id + 1) * chunk; i++)
    data[i] = id; // no race
}

void *worker(void *arg) {
  int id = (int)(intptr_t)arg;
  work(id);
  return NULL;
}

int main(int argc, char **argv) {
  pthread_t threads[64];
  n = argc > 1 ? atoi(argv[1]) : 1000;
  for (int i = 1; i < threads_wanted; i++)
    pthread_create(&threads[i], NULL, worker, (void *)(intptr_t)i);
  work(0);
  for (int i = 1; i < threads_wanted; i++)
    pthread_join(threads[i], NULL);
  return 0;
}
