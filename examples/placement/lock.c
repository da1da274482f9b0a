// BigFoot, figure 3: three reads, and the one check that covers them all.
#include <pthread.h>

struct box {
  int f;
};

int read_three_times(struct box *b, pthread_mutex_t *lock) {
  pthread_mutex_lock(lock);
  int x = b->f;
  pthread_mutex_unlock(lock);
  int y = b->f;
  pthread_mutex_lock(lock);
  int z = b->f;
  pthread_mutex_unlock(lock);
  return x + y + z;
}
