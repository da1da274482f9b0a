// The lock is taken and given back in every round, with ways to skip and to stop.
#include <pthread.h>

int sum, rounds;
pthread_mutex_t lock = PTHREAD_MUTEX_INITIALIZER;

void *worker(void *arg) {
  for (int i = 0; i < 100; i++) {
    pthread_mutex_lock(&lock);
    if (i % 3 == 0) {
      pthread_mutex_unlock(&lock);
      continue;
    }
    sum += i; // no race
    if (sum > 1000) { // no race
      pthread_mutex_unlock(&lock);
      break;
    }
    pthread_mutex_unlock(&lock);
    rounds++; // race
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
