// The caller says whether to lock, and not every caller does.
#include <pthread.h>

int counter;
pthread_mutex_t lock = PTHREAD_MUTEX_INITIALIZER;

static void bump(int with_lock) {
  if (with_lock)
    pthread_mutex_lock(&lock);
  counter++; // race
  if (with_lock)
    pthread_mutex_unlock(&lock);
}

void *worker(void *arg) {
  bump(arg == NULL);
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
