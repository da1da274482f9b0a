// Members of a union lie over each other.
#include <pthread.h>

union {
  int number;
  char bytes[8];
  struct {
    int low, high;
  } halves;
} value;

void *writes_number(void *arg) {
  value.number = 1; // race
  return arg;
}

void *writes_low(void *arg) {
  value.halves.low = 2; // race
  return arg;
}

void *writes_high(void *arg) {
  value.halves.high = 3; // no race: beside the number, not over it
  return arg;
}

int main(void) {
  pthread_t a, b, c;
  pthread_create(&a, NULL, writes_number, NULL);
  pthread_create(&b, NULL, writes_low, NULL);
  pthread_create(&c, NULL, writes_high, NULL);
  pthread_join(a, NULL);
  pthread_join(b, NULL);
  pthread_join(c, NULL);
  return value.bytes[0]; // no race
}
