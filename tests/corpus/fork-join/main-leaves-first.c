// Main ends by pthread_exit; its threads go on, and race with each other.
#include <pthread.h>

int done_by_main, shared;

void *worker(void *arg) {
  shared += done_by_main; // race
  return arg;
}

int main(void) {
  pthread_t a, b;
  done_by_main = 1; // no race
  pthread_create(&a, NULL, worker, NULL);
  pthread_create(&b, NULL, worker, NULL);
  pthread_exit(NULL);
}
