// One line creates many threads, so that its function races with itself.
#include <pthread.h>

int counter;

void *worker(void *arg) {
  counter++; // race
  return arg;
}

int main(void) {
  pthread_t threads[8];
  for (int i = 0; i < 8; i++)
    pthread_create(&threads[i], NULL, worker, NULL);
  for (int i = 0; i < 8; i++)
    pthread_join(threads[i], NULL);
  return 0;
}
