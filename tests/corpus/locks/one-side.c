// The writer locks, the reader does not: both lines are part of the race.
#include <pthread.h>

int level;
pthread_mutex_t lock = PTHREAD_MUTEX_INITIALIZER;

void *writer(void *arg) {
  pthread_mutex_lock(&lock);
  level = 3; // race
  pthread_mutex_unlock(&lock);
  return arg;
}

int main(void) {
  pthread_t a;
  pthread_create(&a, NULL, writer, NULL);
  int seen = level; // race
  pthread_join(a, NULL);
  return seen;
}
