// A local variable notes whether the lock was taken.
// optimised
#include <pthread.h>
#include <stdbool.h>
#include <stdlib.h>

int noted, tried, wrong;
pthread_mutex_t lock = PTHREAD_MUTEX_INITIALIZER;

static int is_hot(const int *x) { return *x > 3; }

void *worker(void *arg) {
  bool is_locked = false;
  if (is_hot(arg)) {
    pthread_mutex_lock(&lock);
    is_locked = true;
  }
  if (is_locked) {
    noted++; // no race
    pthread_mutex_unlock(&lock);
  }

  int got = -1;
  if (is_hot(arg))
    got = pthread_mutex_trylock(&lock);
  if (got == 0) {
    tried++; // no race
    pthread_mutex_unlock(&lock);
  }

  bool is_there = true;
  if (is_hot(arg)) {
    pthread_mutex_lock(&lock);
    is_there = false;
  }
  if (is_there)
    wrong++; // race
  else
    pthread_mutex_unlock(&lock);
  return NULL;
}

int main(int argc, char **argv) {
  pthread_t a, b;
  (void)argv;
  int levels[2] = {argc, argc + 1};
  pthread_create(&a, NULL, worker, &levels[0]);
  pthread_create(&b, NULL, worker, &levels[1]);
  pthread_join(a, NULL);
  pthread_join(b, NULL);
  return 0;
}
