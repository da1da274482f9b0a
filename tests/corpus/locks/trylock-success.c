// Trying to lock: the accesses are where the try succeeded, in the ways people write that.
#include <pthread.h>
#include <sched.h>

int a, b, c, d;
pthread_mutex_t lock = PTHREAD_MUTEX_INITIALIZER;

void *worker(void *arg) {
  if (pthread_mutex_trylock(&lock) == 0) {
    a++; // no race
    pthread_mutex_unlock(&lock);
  }
  if (!pthread_mutex_trylock(&lock)) {
    b++; // no race
    pthread_mutex_unlock(&lock);
  }
  while (pthread_mutex_trylock(&lock) != 0)
    sched_yield();
  c++; // no race
  pthread_mutex_unlock(&lock);
  int status = pthread_mutex_trylock(&lock);
  if (status)
    return arg;
  d++; // no race
  pthread_mutex_unlock(&lock);
  return arg;
}

int main(void) {
  pthread_t x, y;
  pthread_create(&x, NULL, worker, NULL);
  pthread_create(&y, NULL, worker, NULL);
  pthread_join(x, NULL);
  pthread_join(y, NULL);
  return a + b + c + d; // no race
}
