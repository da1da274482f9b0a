// One function is excused, but two others race on the same variable: that is a race, and the report has all of them.
#include <pthread.h>

int progress;

__attribute__((annotate("steward::benign(only shown to the user)"))) static int look(void) {
  return progress; // race
}

void *first(void *arg) {
  progress = 1; // race
  return arg;
}

void *second(void *arg) {
  progress = 2; // race
  return look() ? arg : 0;
}

int main(void) {
  pthread_t a, b;
  pthread_create(&a, NULL, first, NULL);
  pthread_create(&b, NULL, second, NULL);
  pthread_join(a, NULL);
  pthread_join(b, NULL);
  return 0;
}
