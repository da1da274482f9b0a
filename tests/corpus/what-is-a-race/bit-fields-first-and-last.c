// Three bit-fields in one unit: the first and the last are one memory location too, though no bit is shared.
#include <pthread.h>

struct {
  unsigned a : 4;
  unsigned b : 20;
  unsigned c : 4;
} word;

void *first(void *arg) {
  word.a = 1; // race
  return arg;
}

void *second(void *arg) {
  word.c = 1; // race
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
