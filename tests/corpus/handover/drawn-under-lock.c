// Numbers are drawn under a lock.
#include <pthread.h>

enum { count = 100 };
static int results[count];
static int next;
static pthread_mutex_t lock = PTHREAD_MUTEX_INITIALIZER;

static void *worker(void *arg) {
  for (;;) {
    pthread_mutex_lock(&lock);
    int i = next++; // no race
    pthread_mutex_unlock(&lock);
    if (i >= count)
      return arg;
    results[i] = i * i; // no race
  }
}

int main(void) {
  pthread_t a, b;
  pthread_create(&a, NULL, worker, NULL);
  pthread_create(&b, NULL, worker, NULL);
  pthread_join(a, NULL);
  pthread_join(b, NULL);
  return results[7]; // no race
}
