// Several threads have read a variable. Who writes it is ordered after all of them but one.
// scheduled
#include "part-schedule.h"

int value, half[2];

static int read(void) {
  return value; // race
}

static void *ended(void *unused) {
  (void)unused;
  int seen = value; // no race
  seen += half[0];  // no race
  return seen ? &value : 0;
}

static void *living(void *unused) {
  (void)unused;
  int seen = read();
  seen += half[1]; // race
  done(1);
  after(2);
  return seen ? &value : 0;
}

int main(void) {
  pthread_t first, second, third;
  pthread_create(&first, 0, ended, 0);
  pthread_create(&second, 0, living, 0);
  pthread_create(&third, 0, ended, 0);
  pthread_join(first, 0);
  pthread_join(third, 0);
  after(1);
  value = 1;   // race
  half[0] = 1; // no race
  half[1] = 1; // race
  done(2);
  pthread_join(second, 0);
  return 0;
}
