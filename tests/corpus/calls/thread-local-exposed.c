// The address of main's thread-local variable is handed to a thread: now it is shared.
#include <pthread.h>

_Thread_local int depth;

void *worker(void *arg) {
  int *of_main = arg;
  depth = 1;    // no race: the worker's own
  *of_main = 1; // race
  return arg;
}

int main(void) {
  pthread_t a;
  pthread_create(&a, NULL, worker, &depth);
  depth = 2; // race
  pthread_join(a, NULL);
  return 0;
}
