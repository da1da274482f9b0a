// A static variable is reached from another file through a function, and through an address that function returns.
// also: part-static-behind-function.c
#include <pthread.h>

void increment(void);
int *address(void);

void *worker(void *arg) {
  increment();
  return arg;
}

int main(void) {
  pthread_t a;
  pthread_create(&a, NULL, worker, NULL);
  int seen = *address(); // race
  pthread_join(a, NULL);
  return seen;
}
