// Waiting in a wrapper gives the lock back for a while, and has it again afterwards.
#include <pthread.h>
#include <stdlib.h>

pthread_mutex_t first = PTHREAD_MUTEX_INITIALIZER, second = PTHREAD_MUTEX_INITIALIZER;
pthread_cond_t changed = PTHREAD_COND_INITIALIZER;
int ready, other;

static void enter(pthread_mutex_t *lock) { pthread_mutex_lock(lock); }
static void leave(pthread_mutex_t *lock) { pthread_mutex_unlock(lock); }
static void wait_for(pthread_cond_t *condition, pthread_mutex_t *lock) { pthread_cond_wait(condition, lock); }

void *worker(void *arg) {
  enter(&second);
  other++; // no race
  leave(&second);
  enter(&first);
  ready++; // no race
  pthread_cond_signal(&changed);
  while (ready < 2)               // no race
    wait_for(&changed, &first);
  ready++; // no race
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
