// The mutex guards only the flag. The data is handed over by waiting for the flag.
#include <pthread.h>

int data, ready;
pthread_mutex_t lock = PTHREAD_MUTEX_INITIALIZER;
pthread_cond_t changed = PTHREAD_COND_INITIALIZER;

void *producer(void *arg) {
  data = 42; // no race
  pthread_mutex_lock(&lock);
  ready = 1; // no race
  pthread_cond_signal(&changed);
  pthread_mutex_unlock(&lock);
  return arg;
}

int main(void) {
  pthread_t a;
  pthread_create(&a, NULL, producer, NULL);
  pthread_mutex_lock(&lock);
  while (!ready) // no race
    pthread_cond_wait(&changed, &lock);
  pthread_mutex_unlock(&lock);
  int seen = data; // no race
  pthread_join(a, NULL);
  return seen;
}
