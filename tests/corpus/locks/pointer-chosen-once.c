// The lock is one of two, chosen before the threads start. Both threads use the chosen one.
#include <pthread.h>

int counter;
pthread_mutex_t quick = PTHREAD_MUTEX_INITIALIZER;
pthread_mutex_t checked = PTHREAD_MUTEX_INITIALIZER;
pthread_mutex_t *the_lock;

void *worker(void *arg) {
  pthread_mutex_lock(the_lock);
  counter++; // no race
  pthread_mutex_unlock(the_lock);
  return arg;
}

int main(int argc, char **argv) {
  pthread_t a, b;
  (void)argv;
  the_lock = argc > 1 ? &checked : &quick; // no race
  pthread_create(&a, NULL, worker, NULL);
  pthread_create(&b, NULL, worker, NULL);
  pthread_join(a, NULL);
  pthread_join(b, NULL);
  return 0;
}
