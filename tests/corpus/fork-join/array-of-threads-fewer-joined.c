// The bound of the loop is a variable that changes in between.
#include <pthread.h>

static int count = 8, x;
static pthread_mutex_t lock = PTHREAD_MUTEX_INITIALIZER;
static pthread_t threads[8];

static void *work(void *arg) {
  pthread_mutex_lock(&lock);
  x++; // race
  pthread_mutex_unlock(&lock);
  return arg;
}

int main(void) {
  for (int i = 0; i < count; i++) pthread_create(&threads[i], NULL, work, NULL);
  count = 4;
  for (int i = 0; i < count; i++) pthread_join(threads[i], NULL);
  return x; // race
}
