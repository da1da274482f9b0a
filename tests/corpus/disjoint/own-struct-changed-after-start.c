// Main changes a thread's struct when the thread is running already.
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
  for (int i = 0; i < 4; i++) {
    pthread_create(&threads[i], NULL, worker, &arguments[i]);
    arguments[i].id = i; // race
  }
  for (int i = 0; i < 4; i++)
    pthread_join(threads[i], NULL);
  return 0;
}
