// memcpy of the first half of an array against a write of the second, and against one of the first.
#include <pthread.h>
#include <string.h>

int from[8], to[8];

void *first(void *arg) {
  memcpy(to, from, 4 * sizeof(int)); // race
  return arg;
}

void *second(void *arg) {
  from[3] = 1; // race
  to[5] = 1;   // no race
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
