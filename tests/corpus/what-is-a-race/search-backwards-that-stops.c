// A search from the end reads down to what it finds, and nothing before that.
#include <pthread.h>

int values[64];
long place;

void *search(void *arg) {
  const int *p = values + 64;
  while (p > values && *--p != 7) // imprecise: where the loop ends is not known
    ;
  place = p - values;
  return arg;
}

int main(void) {
  values[40] = 7;
  pthread_t thread;
  pthread_create(&thread, 0, search, 0);
  for (int i = 0; i < 40; i++) values[i] = i; // imprecise: where the loop ends is not known
  pthread_join(thread, 0);
  return place != 40;
}
