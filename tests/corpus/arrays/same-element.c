// Two threads write one element of an array.
#include <pthread.h>

int table[4];

void *one(void *arg) {
  table[2] = 1; // race
  return arg;
}

void *other(void *arg) {
  table[2]++; // race
  return arg;
}

int main(void) {
  pthread_t a, b;
  pthread_create(&a, NULL, one, NULL);
  pthread_create(&b, NULL, other, NULL);
  pthread_join(a, NULL);
  pthread_join(b, NULL);
  return table[2]; // no race
}
