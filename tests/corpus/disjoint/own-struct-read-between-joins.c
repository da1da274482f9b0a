// Main waits for one thread after the other and takes each result when its thread is over.
#include <pthread.h>
#include <stdint.h>
#include <stdlib.h>

struct argument {
  int id;
  long sum;
};

void *worker(void *arg) {
  struct argument *a = arg;
  a->sum = a->id * 2; // no race
  return NULL;
}

int main(void) {
  pthread_t threads[4];
  struct argument arguments[4];
  long total = 0;
  for (int i = 0; i < 4; i++) {
    arguments[i] = (struct argument){.id = i}; // no race
    pthread_create(&threads[i], NULL, worker, &arguments[i]);
  }
  for (int i = 0; i < 4; i++) {
    pthread_join(threads[i], NULL);
    total += arguments[i].sum; // no race
  }
  return (int)total;
}
