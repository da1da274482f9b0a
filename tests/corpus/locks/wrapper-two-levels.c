// The lock is handed on through two functions.
#include <pthread.h>
#include <stdlib.h>

pthread_mutex_t first = PTHREAD_MUTEX_INITIALIZER, second = PTHREAD_MUTEX_INITIALIZER;
int one, two;

static void take(pthread_mutex_t *lock) { pthread_mutex_lock(lock); }
static void enter(pthread_mutex_t *lock) { take(lock); }
static void give(pthread_mutex_t *lock) { pthread_mutex_unlock(lock); }
static void leave(pthread_mutex_t *lock) { give(lock); }

void *worker(void *arg) {
  enter(&first);
  one++; // no race
  enter(&second);
  two++; // no race
  leave(&second);
  one++; // no race
  leave(&first);
  return arg;
}

int main(void) {
  pthread_t a, b;
  pthread_create(&a, NULL, worker, NULL);
  pthread_create(&b, NULL, worker, NULL);
  pthread_join(a, NULL);
  pthread_join(b, NULL);
  return 0;
}
