// A write of a whole union's largest member overlaps its smaller ones.
#include <pthread.h>

union {
  long whole;
  struct {
    int low, high;
  } part;
} number;
int seen;

void *first(void *arg) {
  number.whole = 1; // race
  return arg;
}

void *second(void *arg) {
  seen = number.part.high; // race
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
