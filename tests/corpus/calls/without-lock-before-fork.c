// A helper is called without the lock only while there is no thread yet.
#include <pthread.h>

int counter;
pthread_mutex_t lock = PTHREAD_MUTEX_INITIALIZER;

static void bump(void) {
  counter++; // no race
}

void *worker(void *arg) {
  pthread_mutex_lock(&lock);
  bump();
  pthread_mutex_unlock(&lock);
  return arg;
}

int main(void) {
  pthread_t a, b;
  bump();
  pthread_create(&a, NULL, worker, NULL);
  pthread_create(&b, NULL, worker, NULL);
  pthread_join(a, NULL);
  pthread_join(b, NULL);
  bump();
  return 0;
}
