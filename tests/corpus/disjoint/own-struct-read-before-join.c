// Main takes each result just before it waits for the thread.
#include <pthread.h>
#include <stdint.h>
#include <stdlib.h>

struct argument {
  int id;
  long sum;
};

void *worker(void *arg) {
  struct argument *a = arg;
  a->sum = a->id * 2; // race
  return NULL;
}

int main(void) {
  pthread_t threads[4];
  struct argument arguments[4];
  long total = 0;
  for (int i = 0; i < 4; i++) {
    arguments[i].id = i; // no race
    pthread_create(&threads[i], NULL, worker, &arguments[i]);
  }
  for (int i = 0; i < 4; i++) {
    total += arguments[i].sum; // race
    pthread_join(threads[i], NULL);
  }
  return (int)total;
}
