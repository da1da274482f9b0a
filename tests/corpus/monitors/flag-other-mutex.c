// The flag is set back under another mutex.
#include <pthread.h>

struct lock {
  pthread_mutex_t mutex;
  pthread_cond_t free;
  int is_taken;
};
struct lock one = {PTHREAD_MUTEX_INITIALIZER, PTHREAD_COND_INITIALIZER, 0};
int count, after;
pthread_mutex_t other = PTHREAD_MUTEX_INITIALIZER;

static void take(struct lock *l) {
  pthread_mutex_lock(&l->mutex);
  while (l->is_taken) // race
    pthread_cond_wait(&l->free, &l->mutex);
  l->is_taken = 1; // race
  pthread_mutex_unlock(&l->mutex);
}

static void give(struct lock *l) {
  pthread_mutex_lock(&other);
  l->is_taken = 0; // race
  pthread_cond_signal(&l->free);
  pthread_mutex_unlock(&other);
}

void *worker(void *arg) {
  take(&one);
  count++; // race
  give(&one);
  after++; // race
  return arg;
}

int main(void) {
  pthread_t a, b;
  pthread_create(&a, NULL, worker, NULL);
  pthread_create(&b, NULL, worker, NULL);
  pthread_join(a, NULL);
  pthread_join(b, NULL);
  return count;
}
