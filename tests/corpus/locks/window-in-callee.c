// A function that is called with the lock held gives it back for a moment.
#include <pthread.h>

int in_window, around;
pthread_mutex_t lock = PTHREAD_MUTEX_INITIALIZER;

static void slow_part(void) {
  pthread_mutex_unlock(&lock);
  in_window++; // race
  pthread_mutex_lock(&lock);
}

void *worker(void *arg) {
  pthread_mutex_lock(&lock);
  around++; // no race
  slow_part();
  around++; // no race: taken again
  pthread_mutex_unlock(&lock);
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
