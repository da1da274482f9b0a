// One way out of the function gives the lock back before its last access.
#include <pthread.h>

int sum, errors;
pthread_mutex_t lock = PTHREAD_MUTEX_INITIALIZER;

static int add(int n) {
  pthread_mutex_lock(&lock);
  if (n < 0) {
    errors++; // no race
    pthread_mutex_unlock(&lock);
    sum = 0; // race: the lock is already given back
    return -1;
  }
  sum += n; // race: locked, but the other line is not
  pthread_mutex_unlock(&lock);
  return 0;
}

void *worker(void *arg) {
  add(arg ? 1 : -1);
  return arg;
}

int main(void) {
  pthread_t a, b;
  pthread_create(&a, NULL, worker, NULL);
  pthread_create(&b, NULL, worker, &sum);
  pthread_join(a, NULL);
  pthread_join(b, NULL);
  return sum; // no race
}
