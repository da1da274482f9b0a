// Locks only when there are threads, which a variable says that nobody changes after they were started.
#include <pthread.h>
#include <stdlib.h>

pthread_mutex_t lock = PTHREAD_MUTEX_INITIALIZER;
int threaded, counter;

void *worker(void *arg) {
  if (threaded)
    pthread_mutex_lock(&lock);
  counter++; // no race
  if (threaded)
    pthread_mutex_unlock(&lock);
  return arg;
}

int main(void) {
  pthread_t a, b;
  threaded = 1;
  pthread_create(&a, NULL, worker, NULL);
  pthread_create(&b, NULL, worker, NULL);
  pthread_join(a, NULL);
  pthread_join(b, NULL);
  return 0;
}
