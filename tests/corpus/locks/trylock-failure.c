// Trying to lock, and going on although the try failed.
#include <pthread.h>

int dropped, forced;
pthread_mutex_t lock = PTHREAD_MUTEX_INITIALIZER;

void *worker(void *arg) {
  if (pthread_mutex_trylock(&lock) != 0) {
    dropped++; // race
    return arg;
  }
  dropped = 0; // race: locked, but the other line is not
  pthread_mutex_unlock(&lock);
  return arg;
}

void *forcing(void *arg) {
  int got = pthread_mutex_trylock(&lock) == 0;
  forced++; // race: nobody asked whether the lock was got
  if (got)
    pthread_mutex_unlock(&lock);
  return arg;
}

int main(void) {
  pthread_t a, b, c, d;
  pthread_create(&a, NULL, worker, NULL);
  pthread_create(&b, NULL, worker, NULL);
  pthread_create(&c, NULL, forcing, NULL);
  pthread_create(&d, NULL, forcing, NULL);
  pthread_join(a, NULL);
  pthread_join(b, NULL);
  pthread_join(c, NULL);
  pthread_join(d, NULL);
  return 0;
}
