// Two threads write different elements of an array, with the indices written out.
#include <pthread.h>

int table[4];

void *one(void *arg) {
  table[0] = 1; // no race
  return arg;
}

void *other(void *arg) {
  table[1] = 1; // no race
  return arg;
}

int main(void) {
  pthread_t a, b;
  pthread_create(&a, NULL, one, NULL);
  pthread_create(&b, NULL, other, NULL);
  pthread_join(a, NULL);
  pthread_join(b, NULL);
  return table[0] + table[1]; // no race
}
