// Bit-fields in two structs, one after the other: each struct is a memory location of its own.
#include <pthread.h>

struct bits {
  unsigned char a : 1;
};
struct {
  struct bits one;
  struct bits two;
} pair;

void *first(void *arg) {
  pair.one.a = 1; // no race
  return arg;
}

void *second(void *arg) {
  pair.two.a = 1; // no race
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
