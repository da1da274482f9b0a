// Reads do not conflict with each other, locked or not.
#include <pthread.h>

int limit = 10;
pthread_mutex_t lock = PTHREAD_MUTEX_INITIALIZER;

void *careful(void *arg) {
  pthread_mutex_lock(&lock);
  int seen = limit; // no race
  pthread_mutex_unlock(&lock);
  return seen > 3 ? arg : NULL;
}

void *careless(void *arg) {
  return limit > 3 ? arg : NULL; // no race
}

int main(void) {
  pthread_t a, b;
  limit = 20; // no race: before both
  pthread_create(&a, NULL, careful, NULL);
  pthread_create(&b, NULL, careless, NULL);
  pthread_join(a, NULL);
  pthread_join(b, NULL);
  return 0;
}
