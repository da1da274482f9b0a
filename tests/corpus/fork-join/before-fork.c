// What is written before a thread is created is there for it to read.
#include <pthread.h>

int size;

void *worker(void *arg) {
  return size > 10 ? arg : NULL; // no race
}

int main(void) {
  pthread_t a;
  size = 20; // no race
  pthread_create(&a, NULL, worker, NULL);
  pthread_join(a, NULL);
  return 0;
}
