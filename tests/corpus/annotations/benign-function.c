// A function whose accesses are declared to do no harm: what it races with is listed apart as long as no other function
// races on the same memory.
#include <pthread.h>

int progress, total;

__attribute__((annotate("steward::benign(only shown to the user)"))) static int look(void) {
  return progress + total; // benign
}

void *first(void *arg) {
  progress = 1; // benign
  return arg;
}

void *second(void *arg) {
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
