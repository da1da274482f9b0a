// The initialisation comes one line too late.
#include <pthread.h>

int size;

void *worker(void *arg) {
  return size > 10 ? arg : NULL; // race
}

int main(void) {
  pthread_t a;
  pthread_create(&a, NULL, worker, NULL);
  size = 20; // race
  pthread_join(a, NULL);
  return 0;
}
