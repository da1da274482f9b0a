// The pointer is exchanged while the thread reads it. What it points to is only ever read.
#include <pthread.h>

static int small = 1, large = 1000;
int *limit = &small;

void *worker(void *arg) {
  int *mine = limit;                // race
  return *mine > 5 ? arg : NULL; // no race
}

int main(void) {
  pthread_t a;
  pthread_create(&a, NULL, worker, NULL);
  limit = &large; // race
  pthread_join(a, NULL);
  return *limit; // no race
}
