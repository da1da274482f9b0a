// A function returns 1 with the lock held and 0 without. One caller asks, the other does not.
#include <pthread.h>

int asked, unasked;
pthread_mutex_t lock = PTHREAD_MUTEX_INITIALIZER;

static int begin(int busy) {
  pthread_mutex_lock(&lock);
  if (busy) {
    pthread_mutex_unlock(&lock);
    return 0;
  }
  return 1;
}

void *worker(void *arg) {
  if (begin(arg != NULL)) {
    asked++; // no race
    pthread_mutex_unlock(&lock);
  }
  int held = begin(arg != NULL);
  unasked++; // race
  if (held)
    pthread_mutex_unlock(&lock);
  return arg;
}

int main(void) {
  pthread_t a, b, c;
  pthread_create(&a, NULL, worker, NULL);
  pthread_create(&b, NULL, worker, &a);
  pthread_create(&c, NULL, worker, &a);
  pthread_join(a, NULL);
  pthread_join(b, NULL);
  pthread_join(c, NULL);
  return 0;
}
