#include <pthread.h>

int counter;

static void *worker(void *arg) {
  counter++;
  return arg;
}

int main(void) {
  pthread_t thread;
  pthread_create(&thread, NULL, worker, NULL);
  counter = 5;
  pthread_join(thread, NULL);
  return 0;
}
