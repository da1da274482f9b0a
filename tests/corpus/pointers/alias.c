// The thread writes through a pointer, main by the variable's name.
#include <pthread.h>

int x;
int *p = &x;

void *worker(void *arg) {
  *p = 1; // race
  return arg;
}

int main(void) {
  pthread_t a;
  pthread_create(&a, NULL, worker, NULL);
  x = 2; // race
  pthread_join(a, NULL);
  return 0;
}
