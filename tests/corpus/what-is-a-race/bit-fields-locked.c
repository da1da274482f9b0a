// Bit-fields of one unit under one lock.
#include <pthread.h>

struct {
  unsigned a : 1;
  unsigned b : 1;
} bits;
pthread_mutex_t lock = PTHREAD_MUTEX_INITIALIZER;

void *first(void *arg) {
  pthread_mutex_lock(&lock);
  bits.a = 1; // no race
  pthread_mutex_unlock(&lock);
  return arg;
}

void *second(void *arg) {
  pthread_mutex_lock(&lock);
  bits.b = 1; // no race
  pthread_mutex_unlock(&lock);
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
