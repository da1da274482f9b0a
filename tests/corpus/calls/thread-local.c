// A thread-local variable is another one in every thread.
#include <pthread.h>

_Thread_local int depth;
static __thread char buffer[16];

void *worker(void *arg) {
  depth++;                              // no race
  buffer[0] = 'x';                      // no race
  return depth + buffer[0] ? arg : NULL; // no race
}

int main(void) {
  pthread_t a, b;
  pthread_create(&a, NULL, worker, NULL);
  pthread_create(&b, NULL, worker, NULL);
  depth = 5; // no race
  pthread_join(a, NULL);
  pthread_join(b, NULL);
  return depth; // no race
}
