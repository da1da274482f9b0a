// volatile is for devices: it orders nothing between threads.
#include <pthread.h>

volatile int stop;
volatile int polls;

void *worker(void *arg) {
  while (!stop) // race
    polls++;    // no race: main looks only after the thread has ended
  return arg;
}

int main(void) {
  pthread_t a;
  pthread_create(&a, NULL, worker, NULL);
  stop = 1; // race
  pthread_join(a, NULL);
  return polls; // no race
}
