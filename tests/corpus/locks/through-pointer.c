// A lock reached through a global pointer that only ever has one value.
#include <pthread.h>

int counter;
pthread_mutex_t lock = PTHREAD_MUTEX_INITIALIZER;
pthread_mutex_t *the_lock = &lock;

void *indirect(void *arg) {
  pthread_mutex_lock(the_lock);
  counter++; // no race
  pthread_mutex_unlock(the_lock);
  return arg;
}

void *direct(void *arg) {
  pthread_mutex_lock(&lock);
  counter++; // no race
  pthread_mutex_unlock(&lock);
  return arg;
}

int main(void) {
  pthread_t a, b;
  pthread_create(&a, NULL, indirect, NULL);
  pthread_create(&b, NULL, direct, NULL);
  pthread_join(a, NULL);
  pthread_join(b, NULL);
  return 0;
}
