// Each round creates a thread and waits for it.
#include <pthread.h>

int counter;

void *worker(void *arg) {
  counter++; // no race
  return arg;
}

int main(void) {
  for (int i = 0; i < 4; i++) {
    pthread_t a;
    pthread_create(&a, NULL, worker, NULL);
    pthread_join(a, NULL);
    counter++; // no race
  }
  return counter; // no race
}
