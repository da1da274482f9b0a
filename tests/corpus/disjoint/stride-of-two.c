// Every thread takes two elements at every step, the second one of which is the next thread's.
#include <pthread.h>
#include <stdint.h>
#include <stdlib.h>

int data[1000];
int n, threads_wanted = 4;

void *worker(void *arg) {
  int id = (int)(intptr_t)arg;
  for (int i = id; i + 1 < n; i += threads_wanted) {
    data[i] = id;     // race
    data[i + 1] = id; // race
  }
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
