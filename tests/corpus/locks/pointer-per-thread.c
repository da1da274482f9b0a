// Each thread is given its own lock for the common variable.
#include <pthread.h>
#include <stdlib.h>

static int counter;

void *user(void *arg) {
  pthread_mutex_t *own = arg;
  pthread_mutex_lock(own);
  counter++; // race
  pthread_mutex_unlock(own);
  return arg;
}

void *worker(void *arg) {
  pthread_mutex_t *lock = malloc(sizeof *lock);
  pthread_mutex_init(lock, NULL);
  return user(lock) ? arg : NULL;
}

int main(void) {
  pthread_t a, b;
  pthread_create(&a, NULL, worker, NULL);
  pthread_create(&b, NULL, worker, NULL);
  pthread_join(a, NULL);
  pthread_join(b, NULL);
  return 0;
}
