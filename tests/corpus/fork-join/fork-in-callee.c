// The thread is created inside a function that main calls.
#include <pthread.h>

int before, after;
pthread_t thread;

void *worker(void *arg) {
  before++; // no race
  after++;  // race
  return arg;
}

static void start(void) { pthread_create(&thread, NULL, worker, NULL); }

int main(void) {
  before = 1; // no race
  start();
  after = 1; // race
  pthread_join(thread, NULL);
  return 0;
}
