// A static local variable is one for all threads.
#include <pthread.h>

pthread_mutex_t lock = PTHREAD_MUTEX_INITIALIZER;

static int next_number(void) {
  static int number;
  return ++number; // race
}

static int next_number_locked(void) {
  static int number;
  pthread_mutex_lock(&lock);
  int result = ++number; // no race
  pthread_mutex_unlock(&lock);
  return result;
}

void *worker(void *arg) {
  return next_number() + next_number_locked() > 0 ? arg : NULL;
}

int main(void) {
  pthread_t a, b;
  pthread_create(&a, NULL, worker, NULL);
  pthread_create(&b, NULL, worker, NULL);
  pthread_join(a, NULL);
  pthread_join(b, NULL);
  return 0;
}
