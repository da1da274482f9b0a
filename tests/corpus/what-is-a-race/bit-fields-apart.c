// Bit-fields with a member in between that is none lie in memory locations of their own.
#include <pthread.h>

struct {
  unsigned a : 3;
  unsigned char between;
  unsigned b : 3;
} flags;

void *first(void *arg) {
  flags.a = 1; // no race
  return arg;
}

void *second(void *arg) {
  flags.b = 1;       // no race
  flags.between = 2; // no race
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
