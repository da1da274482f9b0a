// A helper is called with the lock held by one thread and without it by another.
#include <pthread.h>

int counter;
pthread_mutex_t lock = PTHREAD_MUTEX_INITIALIZER;

static void bump(void) {
  counter++; // race
}

void *careful(void *arg) {
  pthread_mutex_lock(&lock);
  bump();
  pthread_mutex_unlock(&lock);
  return arg;
}

void *careless(void *arg) {
  bump();
  return arg;
}

int main(void) {
  pthread_t a, b;
  pthread_create(&a, NULL, careful, NULL);
  pthread_create(&b, NULL, careless, NULL);
  pthread_join(a, NULL);
  pthread_join(b, NULL);
  return 0;
}
