// One element of an array that was filled at once is written by a thread; another one reads all of them.
// scheduled
#include "part-schedule.h"

enum { count = 192 };
_Alignas(512) long values[count];
long sum;

static void *writer(void *unused) {
  values[70] = 1; // race
  done(1);
  return unused;
}

static void *reader(void *unused) {
  after(1);
  long all = 0;
  for (int i = 0; i < count; i++) all += values[i]; // race
  sum = all;
  return unused;
}

int main(void) {
  pthread_t first, second;
  for (int i = 0; i < count; i++) values[i] = i; // no race
  pthread_create(&first, 0, writer, 0);
  pthread_create(&second, 0, reader, 0);
  pthread_join(first, 0);
  pthread_join(second, 0);
  return (int)sum; // no race
}
