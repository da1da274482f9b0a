// A variable that the source declares to do no harm is listed apart; its neighbour is not.
// flags: -std=c23
#include <pthread.h>

[[clang::annotate("steward::benign(only a hint)")]] int hint;
int value;

void *first(void *arg) {
  hint = 1;  // benign
  value = 1; // race
  return arg;
}

void *second(void *arg) {
  hint = 2;  // benign
  value = 2; // race
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
