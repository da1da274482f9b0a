// A thread creates a thread and waits for it; main waits for the first and so for both.
#include <pthread.h>

int result;

void *inner(void *arg) {
  result = 1; // no race
  return arg;
}

void *outer(void *arg) {
  pthread_t t;
  pthread_create(&t, NULL, inner, NULL);
  pthread_join(t, NULL);
  result++; // no race
  return arg;
}

int main(void) {
  pthread_t t;
  pthread_create(&t, NULL, outer, NULL);
  pthread_join(t, NULL);
  return result; // no race
}
