// Annotations of others say nothing here.
#include <pthread.h>

__attribute__((annotate("benign"))) int first_value;
__attribute__((annotate("steward::benignant"))) int second_value;

void *first(void *arg) {
  first_value = 1;  // race
  second_value = 1; // race
  return arg;
}

void *second(void *arg) {
  first_value = 2;  // race
  second_value = 2; // race
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
