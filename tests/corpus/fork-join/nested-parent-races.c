// A thread goes on after it created another.
#include <pthread.h>

int before, during;

void *inner(void *arg) {
  before++; // no race
  during++; // race
  return arg;
}

void *outer(void *arg) {
  pthread_t t;
  before = 1; // no race
  pthread_create(&t, NULL, inner, NULL);
  during = 1; // race
  pthread_join(t, NULL);
  return arg;
}

int main(void) {
  pthread_t t;
  pthread_create(&t, NULL, outer, NULL);
  pthread_join(t, NULL);
  return 0;
}
