// Locking with a time limit holds the lock only when it returns 0.
#include <pthread.h>
#include <time.h>

int counter, late;
pthread_mutex_t lock = PTHREAD_MUTEX_INITIALIZER;

void *worker(void *arg) {
  struct timespec limit;
  clock_gettime(CLOCK_REALTIME, &limit);
  limit.tv_sec += 1;
  if (pthread_mutex_timedlock(&lock, &limit) == 0) {
    counter++; // no race
    pthread_mutex_unlock(&lock);
  } else {
    late++; // race
  }
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
