// One thread reads the even elements, the other writes the odd ones. Code that loads eight neighbours and drops every second
// one reads what the source does not.
#include <pthread.h>

unsigned values[64];
unsigned sum;

void *even(void *arg) {
  unsigned s = 0;
  for (int i = 0; i < 32; i++) s += values[2 * i]; // imprecise: elements are told apart by their bounds, not by strides
  sum = s;
  return arg;
}

int main(void) {
  pthread_t thread;
  pthread_create(&thread, 0, even, 0);
  for (int i = 0; i < 32; i++) values[2 * i + 1] = 1; // imprecise: elements are told apart by their bounds, not by strides
  pthread_join(thread, 0);
  return sum != 0;
}
