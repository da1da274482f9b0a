// Locks in an array. Counter 0 is always under lock 0, counter 1 is under either.
#include <pthread.h>

int zero, one;
pthread_mutex_t locks[2] = {PTHREAD_MUTEX_INITIALIZER, PTHREAD_MUTEX_INITIALIZER};

void *first(void *arg) {
  pthread_mutex_lock(&locks[0]);
  zero++; // no race
  one++;  // race
  pthread_mutex_unlock(&locks[0]);
  return arg;
}

void *second(void *arg) {
  pthread_mutex_lock(&locks[0]);
  zero++; // no race
  pthread_mutex_unlock(&locks[0]);
  pthread_mutex_lock(&locks[1]);
  one++; // race
  pthread_mutex_unlock(&locks[1]);
  return arg;
}

int main(void) {
  pthread_t a, b;
  pthread_create(&a, NULL, first, NULL);
  pthread_create(&b, NULL, second, NULL);
  pthread_join(a, NULL);
  pthread_join(b, NULL);
  return 0;
}
