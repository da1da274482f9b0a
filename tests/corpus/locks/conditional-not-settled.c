// Variables that say whether to lock, and that do not say enough: set too late, set by who knows whom, taken back.
#include <pthread.h>
#include <stdatomic.h>
#include <stdlib.h>

int late_count, free_count, back_count, thread_count;
static int late, may_be;
static atomic_int back = 1, by_thread;
pthread_mutex_t lock = PTHREAD_MUTEX_INITIALIZER;

void *worker(void *arg) {
  if (late) // race
    pthread_mutex_lock(&lock);
  late_count++; // race
  if (late)     // race
    pthread_mutex_unlock(&lock);

  if (may_be) // no race
    pthread_mutex_lock(&lock);
  free_count++; // race
  if (may_be)   // no race
    pthread_mutex_unlock(&lock);

  if (back)
    pthread_mutex_lock(&lock);
  if (back)
    back_count++; // race
  if (back)
    pthread_mutex_unlock(&lock);

  if (by_thread)
    pthread_mutex_lock(&lock);
  by_thread = 1;
  if (by_thread)
    thread_count++; // race
  if (by_thread)
    pthread_mutex_unlock(&lock);
  return arg;
}

int main(int argc, char **argv) {
  pthread_t a, b;
  (void)argv;
  may_be = argc > 1;
  pthread_create(&a, NULL, worker, NULL);
  late = 1; // race
  pthread_create(&b, NULL, worker, NULL);
  back = 0;
  pthread_join(a, NULL);
  pthread_join(b, NULL);
  return 0;
}
