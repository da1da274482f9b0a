// A lock that main holds while it creates a thread protects main, not the thread.
#include <pthread.h>

int state;
pthread_mutex_t lock = PTHREAD_MUTEX_INITIALIZER;

void *worker(void *arg) {
  state = 2; // race
  return arg;
}

int main(void) {
  pthread_t a;
  pthread_mutex_lock(&lock);
  pthread_create(&a, NULL, worker, NULL);
  state = 1; // race
  pthread_mutex_unlock(&lock);
  pthread_join(a, NULL);
  return state; // no race
}
