// The read-write lock's try variants.
#include <pthread.h>

int value, misses;
pthread_rwlock_t lock = PTHREAD_RWLOCK_INITIALIZER;

void *reader(void *arg) {
  int seen = 0;
  if (pthread_rwlock_tryrdlock(&lock) == 0) {
    seen = value; // no race
    pthread_rwlock_unlock(&lock);
  }
  return seen ? arg : NULL;
}

void *writer(void *arg) {
  if (pthread_rwlock_trywrlock(&lock) == 0) {
    value++; // no race
    pthread_rwlock_unlock(&lock);
  } else {
    misses++; // race
  }
  return arg;
}

int main(void) {
  pthread_t a, b, c;
  pthread_create(&a, NULL, reader, NULL);
  pthread_create(&b, NULL, writer, NULL);
  pthread_create(&c, NULL, writer, NULL);
  pthread_join(a, NULL);
  pthread_join(b, NULL);
  pthread_join(c, NULL);
  return 0;
}
