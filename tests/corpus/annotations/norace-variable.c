// Declared to be free of races, and is not: reported like any other.
#include <pthread.h>

__attribute__((annotate("steward::norace"))) int owned;
__attribute__((annotate("steward::norace"))) int locked;
pthread_mutex_t lock = PTHREAD_MUTEX_INITIALIZER;

void *first(void *arg) {
  owned = 1; // race
  pthread_mutex_lock(&lock);
  locked = 1; // no race
  pthread_mutex_unlock(&lock);
  return arg;
}

void *second(void *arg) {
  owned = 2; // race
  pthread_mutex_lock(&lock);
  locked = 2; // no race
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
