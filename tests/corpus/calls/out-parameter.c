// A function fills a variable of its caller; one caller is in the thread and hands over a global.
#include <pthread.h>

int shared;

static void measure(int *out) {
  *out = 7; // race: when it is the global
}

void *worker(void *arg) {
  measure(&shared);
  return arg;
}

int main(void) {
  pthread_t a;
  int own;
  pthread_create(&a, NULL, worker, NULL);
  measure(&own);
  own += shared; // race
  pthread_join(a, NULL);
  return own; // no race
}
