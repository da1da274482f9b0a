// The same wrapper is given two locks, and one thread passes the wrong one.
#include <pthread.h>

int reads;
pthread_mutex_t read_lock = PTHREAD_MUTEX_INITIALIZER;
pthread_mutex_t write_lock = PTHREAD_MUTEX_INITIALIZER;

static void enter(pthread_mutex_t *which) { pthread_mutex_lock(which); }
static void leave(pthread_mutex_t *which) { pthread_mutex_unlock(which); }

void *reader(void *arg) {
  enter(&read_lock);
  reads++; // race
  leave(&read_lock);
  return arg;
}

void *writer(void *arg) {
  enter(&write_lock);
  reads = 0; // race
  leave(&write_lock);
  return arg;
}

int main(void) {
  pthread_t a, b;
  pthread_create(&a, NULL, reader, NULL);
  pthread_create(&b, NULL, writer, NULL);
  pthread_join(a, NULL);
  pthread_join(b, NULL);
  return 0;
}
