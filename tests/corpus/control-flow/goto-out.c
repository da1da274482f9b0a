// The usual way out of a C function: one label that gives the lock back.
#include <pthread.h>

int successes, failures;
pthread_mutex_t lock = PTHREAD_MUTEX_INITIALIZER;

static int attempt(int n) {
  int result = -1;
  pthread_mutex_lock(&lock);
  if (n < 0)
    goto out;
  if (n > 100) {
    failures++; // no race
    goto out;
  }
  successes++; // no race
  result = 0;
out:
  failures -= result; // no race
  pthread_mutex_unlock(&lock);
  return result;
}

void *worker(void *arg) {
  attempt(1);
  attempt(200);
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
