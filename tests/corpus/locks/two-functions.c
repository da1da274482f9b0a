// Looks racy because the accesses are far apart, in functions that never meet; they hold the same lock.
#include <pthread.h>

int jobs;
pthread_mutex_t lock = PTHREAD_MUTEX_INITIALIZER;

void *producer(void *arg) {
  for (int i = 0; i < 100; i++) {
    pthread_mutex_lock(&lock);
    jobs++; // no race
    pthread_mutex_unlock(&lock);
  }
  return arg;
}

void *consumer(void *arg) {
  int done = 0;
  while (done < 100) {
    pthread_mutex_lock(&lock);
    if (jobs > 0) { // no race
      jobs--;       // no race
      done++;
    }
    pthread_mutex_unlock(&lock);
  }
  return arg;
}

int main(void) {
  pthread_t a, b;
  pthread_create(&a, NULL, producer, NULL);
  pthread_create(&b, NULL, consumer, NULL);
  pthread_join(a, NULL);
  pthread_join(b, NULL);
  return 0;
}
