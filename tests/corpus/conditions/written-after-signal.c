// The data is written when the flag is set already.
#include <pthread.h>

int data, seen, ready;
pthread_mutex_t lock = PTHREAD_MUTEX_INITIALIZER;
pthread_cond_t changed = PTHREAD_COND_INITIALIZER;

void *producer(void *arg) {
  pthread_mutex_lock(&lock);
  ready = 1; // no race
  pthread_cond_signal(&changed);
  pthread_mutex_unlock(&lock);
  data = 42; // race
  return arg;
}

void *consumer(void *arg) {
  pthread_mutex_lock(&lock);
  while (!ready) // no race
    pthread_cond_wait(&changed, &lock);
  pthread_mutex_unlock(&lock);
  seen = data; // race
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
