// A jump leads past the line that takes the lock.
#include <pthread.h>

int counter;
pthread_mutex_t lock = PTHREAD_MUTEX_INITIALIZER;

void *worker(void *arg) {
  int held = 0;
  if (arg)
    goto ready;
  pthread_mutex_lock(&lock);
  held = 1;
ready:
  counter++; // race
  if (held)
    pthread_mutex_unlock(&lock);
  return arg;
}

int main(void) {
  pthread_t a, b;
  pthread_create(&a, NULL, worker, NULL);
  pthread_create(&b, NULL, worker, &a);
  pthread_join(a, NULL);
  pthread_join(b, NULL);
  return 0;
}
