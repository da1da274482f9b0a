// No lock is common to all three threads, but every two of them share one. A discipline of "one lock for the variable"
// would call this racy.
#include <pthread.h>

int shared;
pthread_mutex_t p = PTHREAD_MUTEX_INITIALIZER;
pthread_mutex_t q = PTHREAD_MUTEX_INITIALIZER;
pthread_mutex_t r = PTHREAD_MUTEX_INITIALIZER;

void *with_p_and_q(void *arg) {
  pthread_mutex_lock(&p);
  pthread_mutex_lock(&q);
  shared = 1; // no race
  pthread_mutex_unlock(&q);
  pthread_mutex_unlock(&p);
  return arg;
}

void *with_q_and_r(void *arg) {
  pthread_mutex_lock(&q);
  pthread_mutex_lock(&r);
  shared = 2; // no race
  pthread_mutex_unlock(&r);
  pthread_mutex_unlock(&q);
  return arg;
}

void *with_p_and_r(void *arg) {
  pthread_mutex_lock(&p);
  pthread_mutex_lock(&r);
  shared = 3; // no race
  pthread_mutex_unlock(&r);
  pthread_mutex_unlock(&p);
  return arg;
}

int main(void) {
  pthread_t a, b, c;
  pthread_create(&a, NULL, with_p_and_q, NULL);
  pthread_create(&b, NULL, with_q_and_r, NULL);
  pthread_create(&c, NULL, with_p_and_r, NULL);
  pthread_join(a, NULL);
  pthread_join(b, NULL);
  pthread_join(c, NULL);
  return shared; // no race
}
