// The address of main's local variable goes into a global, from where the thread takes it.
#include <pthread.h>

int *exposed;

void *worker(void *arg) {
  *exposed = 1; // race
  return arg;
}

int main(void) {
  pthread_t a;
  int local = 0, hidden = 0;
  exposed = &local; // no race
  pthread_create(&a, NULL, worker, NULL);
  hidden++; // no race
  local++;  // race
  pthread_join(a, NULL);
  return local + hidden; // no race
}
