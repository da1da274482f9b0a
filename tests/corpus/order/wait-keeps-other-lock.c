// Waiting on a condition gives back the mutex it was given, and only that.
#include <pthread.h>
#include <time.h>

int kept, waited;
pthread_mutex_t outer = PTHREAD_MUTEX_INITIALIZER;
pthread_mutex_t inner = PTHREAD_MUTEX_INITIALIZER;
pthread_cond_t changed = PTHREAD_COND_INITIALIZER;

void *worker(void *arg) {
  struct timespec until = {0, 0};
  pthread_mutex_lock(&outer);
  pthread_mutex_lock(&inner);
  pthread_cond_timedwait(&changed, &inner, &until);
  kept++;   // no race
  waited++; // no race
  pthread_mutex_unlock(&inner);
  kept++; // no race
  pthread_mutex_unlock(&outer);
  return arg;
}

void *other(void *arg) {
  pthread_mutex_lock(&inner);
  waited++; // no race
  pthread_mutex_unlock(&inner);
  return arg;
}

int main(void) {
  pthread_t a, b, c;
  pthread_create(&a, NULL, worker, NULL);
  pthread_create(&b, NULL, worker, NULL);
  pthread_create(&c, NULL, other, NULL);
  pthread_join(a, NULL);
  pthread_join(b, NULL);
  pthread_join(c, NULL);
  return 0;
}
