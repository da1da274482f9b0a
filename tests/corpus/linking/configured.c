// A macro given on the command line takes the lock away.
// flags: -DWITHOUT_LOCK
#include <pthread.h>

int counter;
pthread_mutex_t lock = PTHREAD_MUTEX_INITIALIZER;

void *worker(void *arg) {
#ifndef WITHOUT_LOCK
  pthread_mutex_lock(&lock);
#endif
  counter++; // race
#ifndef WITHOUT_LOCK
  pthread_mutex_unlock(&lock);
#endif
  return arg;
}

int main(void) {
  pthread_t a, b;
  pthread_create(&a, NULL, worker, NULL);
  pthread_create(&b, NULL, worker, NULL);
  pthread_join(a, NULL);
  pthread_join(b, NULL);
  return 0;
}
