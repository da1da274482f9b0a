// All threads get the same struct, though it is declared in the loop.
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
  for (int i = 0; i < 4; i++) {
    struct argument argument;
    argument.id = i; // race
    pthread_create(&threads[i], NULL, worker, &argument);
  }
  for (int i = 0; i < 4; i++)
    pthread_join(threads[i], NULL);
  return 0;
}
