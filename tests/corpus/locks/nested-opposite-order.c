// Two locks taken in opposite orders may deadlock, but what both guard does not race.
#include <pthread.h>

int shared;
pthread_mutex_t first = PTHREAD_MUTEX_INITIALIZER;
pthread_mutex_t second = PTHREAD_MUTEX_INITIALIZER;

void *one(void *arg) {
  pthread_mutex_lock(&first);
  pthread_mutex_lock(&second);
  shared++; // no race
  pthread_mutex_unlock(&second);
  pthread_mutex_unlock(&first);
  return arg;
}

void *other(void *arg) {
  pthread_mutex_lock(&second);
  pthread_mutex_lock(&first);
  shared--; // no race
  pthread_mutex_unlock(&first);
  pthread_mutex_unlock(&second);
  return arg;
}

int main(void) {
  pthread_t a, b;
  pthread_create(&a, NULL, one, NULL);
  pthread_create(&b, NULL, other, NULL);
  pthread_join(a, NULL);
  pthread_join(b, NULL);
  return 0;
}
