// alloca() gives new memory in every round: each thread has a lock of its own, which keeps nobody out.
#include <alloca.h>
#include <pthread.h>

static int apart, together;
static pthread_mutex_t *shared;

static void *work(void *arg) {
  pthread_mutex_t *own = arg;
  pthread_mutex_lock(own);
  apart++; // race
  pthread_mutex_unlock(own);
  pthread_mutex_lock(shared); // no race
  together++;                 // no race
  pthread_mutex_unlock(shared);
  return arg;
}

int main(void) {
  pthread_t threads[3];
  shared = alloca(sizeof *shared); // no race
  pthread_mutex_init(shared, NULL);
  for (int i = 0; i < 3; i++) {
    pthread_mutex_t *own = alloca(sizeof *own);
    pthread_mutex_init(own, NULL);
    pthread_create(&threads[i], NULL, work, own);
  }
  for (int i = 0; i < 3; i++) pthread_join(threads[i], NULL);
  return apart + together; // no race
}
