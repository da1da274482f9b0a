// A thread is given the address of main's local variable.
#include <pthread.h>

void *worker(void *arg) {
  int *count = arg;
  ++*count; // race
  return arg;
}

int main(void) {
  pthread_t a;
  int count = 0; // no race
  pthread_create(&a, NULL, worker, &count);
  count++; // race
  pthread_join(a, NULL);
  return count; // no race
}
