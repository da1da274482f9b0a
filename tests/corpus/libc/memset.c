// memset writes; under the lock it is as good as an assignment.
#include <pthread.h>
#include <string.h>

struct statistics {
  long hits, misses;
} open_one, locked_one;
pthread_mutex_t lock = PTHREAD_MUTEX_INITIALIZER;

void *reset(void *arg) {
  memset(&open_one, 0, sizeof open_one); // race
  pthread_mutex_lock(&lock);
  memset(&locked_one, 0, sizeof locked_one); // no race
  pthread_mutex_unlock(&lock);
  return arg;
}

int main(void) {
  pthread_t a;
  pthread_create(&a, NULL, reset, NULL);
  open_one.misses++; // race
  pthread_mutex_lock(&lock);
  locked_one.misses++; // no race
  pthread_mutex_unlock(&lock);
  pthread_join(a, NULL);
  return 0;
}
