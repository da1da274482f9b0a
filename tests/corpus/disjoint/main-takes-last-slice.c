// Main takes the last slice itself.
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
  for (int i = 0; i < threads_wanted - 1; i++)
    pthread_create(&threads[i], NULL, worker, (void *)(intptr_t)i);
  work(threads_wanted - 1);
  for (int i = 0; i < threads_wanted - 1; i++)
    pthread_join(threads[i], NULL);
  return 0;
}
