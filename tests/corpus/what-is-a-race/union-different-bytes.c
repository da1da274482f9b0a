// Members of a union that lie in different bytes of it do not meet.
#include <pthread.h>

union {
  long whole;
  struct {
    int low, high;
  } part;
} number;

void *first(void *arg) {
  number.part.low = 1; // no race
  return arg;
}

void *second(void *arg) {
  number.part.high = 1; // no race
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
