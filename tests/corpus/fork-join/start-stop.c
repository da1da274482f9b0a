// Creation and waiting are wrapped, as in most real programs.
#include <pthread.h>
#include <stdlib.h>

int result, running;

void *worker(void *arg) {
  running = 1; // race
  result = 1;  // no race
  return arg;
}

static void start(pthread_t *thread) {
  if (pthread_create(thread, NULL, worker, NULL) != 0)
    abort();
}

static void stop(pthread_t thread) { pthread_join(thread, NULL); }

int main(void) {
  pthread_t t;
  start(&t);
  int seen = running; // race
  stop(t);
  return seen + result; // no race
}
