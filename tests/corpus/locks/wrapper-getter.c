// A function says which lock it is.
#include <pthread.h>
#include <stdlib.h>

pthread_mutex_t the_lock = PTHREAD_MUTEX_INITIALIZER;
int counter, late;

static pthread_mutex_t *get_lock(void) { return &the_lock; }

void *worker(void *arg) {
  pthread_mutex_lock(get_lock());
  counter++; // no race
  pthread_mutex_unlock(get_lock());
  late++; // race
  return arg;
}

int main(void) {
  pthread_t a, b;
  pthread_create(&a, NULL, worker, NULL);
  pthread_create(&b, NULL, worker, NULL);
  pthread_join(a, NULL);
  pthread_join(b, NULL);
  return 0;
}
