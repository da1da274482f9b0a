// A cache is filled with only the read side of the lock held.
#include <pthread.h>

int cached, hits;
pthread_rwlock_t lock = PTHREAD_RWLOCK_INITIALIZER;

void *lookup(void *arg) {
  pthread_rwlock_rdlock(&lock);
  if (!cached)  // race
    cached = 7; // race: readers do not exclude each other
  pthread_rwlock_unlock(&lock);
  pthread_rwlock_wrlock(&lock);
  hits++; // no race
  pthread_rwlock_unlock(&lock);
  return arg;
}

int main(void) {
  pthread_t a, b;
  pthread_create(&a, NULL, lookup, NULL);
  pthread_create(&b, NULL, lookup, NULL);
  pthread_join(a, NULL);
  pthread_join(b, NULL);
  return cached; // no race
}
