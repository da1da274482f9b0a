// The thread that main waits for left one of its own behind.
#include <pthread.h>

int result, own;

void *inner(void *arg) {
  result = 1; // race
  return arg;
}

void *outer(void *arg) {
  pthread_t t;
  own = 1; // no race
  pthread_create(&t, NULL, inner, NULL);
  pthread_detach(t);
  return arg;
}

int main(void) {
  pthread_t t;
  pthread_create(&t, NULL, outer, NULL);
  pthread_join(t, NULL);
  return own         // no race
         + result; // race
}
