// A recursive mutex is free only when it was given back as often as it was taken.
#include <pthread.h>

int inner, outer, outside;
pthread_mutex_t lock;

static void nested(void) {
  pthread_mutex_lock(&lock);
  inner++; // no race
  pthread_mutex_unlock(&lock);
}

void *worker(void *arg) {
  pthread_mutex_lock(&lock);
  nested();
  outer++; // no race: taken twice, given back once
  pthread_mutex_unlock(&lock);
  outside++; // race
  return arg;
}

int main(void) {
  pthread_t a, b;
  pthread_mutexattr_t attributes;
  pthread_mutexattr_init(&attributes);
  pthread_mutexattr_settype(&attributes, PTHREAD_MUTEX_RECURSIVE);
  pthread_mutex_init(&lock, &attributes);
  pthread_create(&a, NULL, worker, NULL);
  pthread_create(&b, NULL, worker, NULL);
  pthread_join(a, NULL);
  pthread_join(b, NULL);
  return 0;
}
