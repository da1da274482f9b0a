// Reading from a struct that is copied elsewhere: both only read it. The copy is of the thread's own.
#include <pthread.h>

struct point {
  int x, y, z;
} position;
int seen;

void *first(void *arg) {
  struct point mine = position; // no race
  mine.x++;                     // no race
  return arg;
}

void *second(void *arg) {
  seen = position.y; // no race
  return arg;
}

int main(void) {
  pthread_t a, b;
  pthread_create(&a, NULL, first, NULL);
  pthread_create(&b, NULL, second, NULL);
  pthread_join(a, NULL);
  pthread_join(b, NULL);
  return 0;
}
