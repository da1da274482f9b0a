// A search from the end reads down to what it finds; the two threads meet in the element where it ends.
#include <pthread.h>

int values[64];
long place;

void *search(void *arg) {
  const int *p = values + 64;
  while (p > values && *--p != 7) // race
    ;
  place = p - values;
  return arg;
}

int main(void) {
  values[40] = 7;
  pthread_t thread;
  pthread_create(&thread, 0, search, 0);
  values[40] = 7; // race
  pthread_join(thread, 0);
  return place != 40;
}
