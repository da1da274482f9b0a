// Nobody waits for a detached thread.
#include <pthread.h>

int progress;

void *worker(void *arg) {
  progress++; // race
  return arg;
}

int main(void) {
  pthread_t a;
  pthread_create(&a, NULL, worker, NULL);
  pthread_detach(a);
  return progress; // race
}
