// A lock that a callee may have given back is not surely held after the call.
#include <pthread.h>

int counter, other;
pthread_mutex_t lock = PTHREAD_MUTEX_INITIALIZER;

static void maybe_unlock(int yes) {
  if (yes)
    pthread_mutex_unlock(&lock);
}

void *worker(void *arg) {
  pthread_mutex_lock(&lock);
  other++; // no race
  maybe_unlock(arg != NULL);
  counter++; // race
  maybe_unlock(arg == NULL);
  return arg;
}

int main(void) {
  pthread_t a, b;
  pthread_create(&a, NULL, worker, NULL);
  pthread_create(&b, NULL, worker, &a);
  pthread_join(a, NULL);
  pthread_join(b, NULL);
  return 0;
}
