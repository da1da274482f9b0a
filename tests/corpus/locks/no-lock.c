// The plainest race: two threads increment a counter and nothing keeps them apart.
#include <pthread.h>

int counter;

void *worker(void *arg) {
  counter++; // race
  return arg;
}

int main(void) {
  pthread_t a, b;
  counter = 0; // no race: no thread yet
  pthread_create(&a, NULL, worker, NULL);
  pthread_create(&b, NULL, worker, NULL);
  pthread_join(a, NULL);
  pthread_join(b, NULL);
  return counter; // no race: all threads have ended
}
