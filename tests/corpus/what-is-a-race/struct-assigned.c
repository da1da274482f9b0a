// A struct is assigned as a whole while one of its members is read.
#include <pthread.h>

struct point {
  int x, y, z;
} position, origin;
int seen;

void *first(void *arg) {
  position = origin; // race
  return arg;
}

void *second(void *arg) {
  seen = position.y; // race
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
