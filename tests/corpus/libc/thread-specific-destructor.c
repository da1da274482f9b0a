// The destructor of a thread's value runs at the end of the thread: the lock that was held when the value was set is
// not held there.
#include <pthread.h>
#include <stdlib.h>

static pthread_key_t key;
static pthread_mutex_t lock = PTHREAD_MUTEX_INITIALIZER;
static int values, changes;

static void forget(void *value) {
  values--; // race
  free(value);
}

static void *work(void *arg) {
  pthread_mutex_lock(&lock);
  pthread_setspecific(key, malloc(16));
  values++;  // race
  changes++; // no race
  pthread_mutex_unlock(&lock);
  return arg;
}

int main(void) {
  pthread_t a, b;
  pthread_key_create(&key, forget);
  pthread_create(&a, NULL, work, NULL);
  pthread_create(&b, NULL, work, NULL);
  pthread_join(a, NULL);
  pthread_join(b, NULL);
  return values + changes; // no race
}
