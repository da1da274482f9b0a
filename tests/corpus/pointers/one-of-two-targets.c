// The pointer may mean either variable; that is a race with whoever writes either.
#include <pthread.h>

int x, y, z;

void *worker(void *arg) {
  int *target = arg ? &x : &y;
  *target = 1; // race
  return arg;
}

int main(int argc, char **argv) {
  pthread_t a;
  pthread_create(&a, NULL, worker, argc > 1 ? argv : NULL);
  y = 2; // race
  z = 2; // no race
  pthread_join(a, NULL);
  return x; // no race
}
