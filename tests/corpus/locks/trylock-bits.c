// A bit of the result of a try-lock is turned over: that is not the same as asking whether it is zero.
#include <pthread.h>
#include <stdbool.h>

static pthread_mutex_t lock = PTHREAD_MUTEX_INITIALIZER;
static int turned, denied;

static void *work(void *arg) {
  int failed = pthread_mutex_trylock(&lock);
  if (failed ^ 1)
    turned++; // race: true for EBUSY as well
  bool is_busy = failed != 0;
  if (!is_busy) {
    denied++; // no race
    pthread_mutex_unlock(&lock);
  }
  return arg;
}

int main(void) {
  pthread_t a, b;
  pthread_create(&a, NULL, work, NULL);
  pthread_create(&b, NULL, work, NULL);
  pthread_join(a, NULL);
  pthread_join(b, NULL);
  return turned + denied; // no race
}
