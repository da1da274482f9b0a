// What the compiler can see to be dead is no access.
#include <pthread.h>

#define DEBUGGING 0
int counter, traces;
pthread_mutex_t lock = PTHREAD_MUTEX_INITIALIZER;

void *worker(void *arg) {
  if (DEBUGGING)
    traces++; // no race
  pthread_mutex_lock(&lock);
  counter++; // no race
  pthread_mutex_unlock(&lock);
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
