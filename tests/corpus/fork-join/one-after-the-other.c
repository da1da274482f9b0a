// Two threads that never run at the same time.
#include <pthread.h>

int counter;

void *worker(void *arg) {
  counter++; // no race
  return arg;
}

int main(void) {
  pthread_t a, b;
  pthread_create(&a, NULL, worker, NULL);
  pthread_join(a, NULL);
  counter++; // no race
  pthread_create(&b, NULL, worker, NULL);
  pthread_join(b, NULL);
  return counter; // no race
}
