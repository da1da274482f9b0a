#include <pthread.h>

int same, other;

static void *worker(void *arg) {
  same = 1;
  return other ? arg : 0;
}

int main(void) {
  pthread_t threads[2];
  for (int k = 0; k < 2; ++k) pthread_create(&threads[k], NULL, worker, NULL);
  other = 1;
  for (int k = 0; k < 2; ++k) pthread_join(threads[k], NULL);
  return 0;
}
