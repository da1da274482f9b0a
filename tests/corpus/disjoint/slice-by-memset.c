// Every thread clears its slice with one call.
#include <pthread.h>
#include <stdint.h>
#include <stdlib.h>

#include <string.h>
int data[1000];
int n, threads_wanted = 4;

void *worker(void *arg) {
  int id = (int)(intptr_t)arg;
  int chunk = n / threads_wanted;
  memset(data + id * chunk, 0, (size_t)chunk * sizeof *data); // no race
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
