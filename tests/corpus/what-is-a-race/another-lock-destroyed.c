// Two locks side by side: the one that is destroyed is not the one that is taken.
#include <pthread.h>

struct {
  pthread_mutex_t old, new;
} locks = {PTHREAD_MUTEX_INITIALIZER, PTHREAD_MUTEX_INITIALIZER};
int value;

void *first(void *arg) {
  pthread_mutex_lock(&locks.new); // no race
  value++;                        // no race
  pthread_mutex_unlock(&locks.new);
  return arg;
}

int main(void) {
  pthread_t a;
  pthread_create(&a, NULL, first, NULL);
  pthread_mutex_destroy(&locks.old); // no race
  pthread_join(a, NULL);
  return 0;
}
