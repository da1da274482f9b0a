// Each variable is used under the lock of the other one, too.
#include <pthread.h>
#include <stdlib.h>

pthread_mutex_t first = PTHREAD_MUTEX_INITIALIZER, second = PTHREAD_MUTEX_INITIALIZER;
int counter;

static void enter(pthread_mutex_t *lock) { pthread_mutex_lock(lock); }
static void leave(pthread_mutex_t *lock) { pthread_mutex_unlock(lock); }

void *worker(void *arg) {
  enter(&first);
  counter++; // race
  leave(&first);
  enter(&second);
  counter++; // race
  leave(&second);
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
