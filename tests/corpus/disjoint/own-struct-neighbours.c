// Every thread adds its result to that of the thread before it.
#include <pthread.h>
#include <stdint.h>
#include <stdlib.h>

struct argument {
  int id;
  long sum;
};

void *worker(void *arg) {
  struct argument *a = arg;
  a->sum = a->id;      // race
  if (a->id > 0)       // no race
    a->sum += a[-1].sum; // race
  return NULL;
}

int main(void) {
  pthread_t threads[4];
  struct argument arguments[4];
  for (int i = 0; i < 4; i++) {
    arguments[i].id = i; // no race
    pthread_create(&threads[i], NULL, worker, &arguments[i]);
  }
  for (int i = 0; i < 4; i++)
    pthread_join(threads[i], NULL);
  return 0;
}
