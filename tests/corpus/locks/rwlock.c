// A read-write lock: writers alone, readers together.
#include <pthread.h>

int setting = 1;
pthread_rwlock_t lock = PTHREAD_RWLOCK_INITIALIZER;

void *reader(void *arg) {
  pthread_rwlock_rdlock(&lock);
  int seen = setting; // no race
  pthread_rwlock_unlock(&lock);
  return seen ? arg : NULL;
}

void *writer(void *arg) {
  pthread_rwlock_wrlock(&lock);
  setting++; // no race
  pthread_rwlock_unlock(&lock);
  return arg;
}

int main(void) {
  pthread_t a, b, c, d;
  pthread_create(&a, NULL, reader, NULL);
  pthread_create(&b, NULL, reader, NULL);
  pthread_create(&c, NULL, writer, NULL);
  pthread_create(&d, NULL, writer, NULL);
  pthread_join(a, NULL);
  pthread_join(b, NULL);
  pthread_join(c, NULL);
  pthread_join(d, NULL);
  return 0;
}
