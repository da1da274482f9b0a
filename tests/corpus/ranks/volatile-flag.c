// A volatile flag that only ever becomes 1 is still a race, and is still shown.
#include <pthread.h>

volatile int stop;

void* first(void* arg) {
  while (!stop) { // race
  }
  return arg;
}

void* second(void* arg) {
  stop = 1; // race
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
