// A part of an array that was filled at once, written by one thread; the other reads what is beside it, and one element
// of it. Before that, the first one wrote all of it, in order with both: what is known of a part is not that of the rest.
// scheduled
#include "part-schedule.h"

enum { count = 64, from = 3, to = 40 };
_Alignas(512) long values[count];
long sum, one;

static void *writer(void *unused) {
  for (int i = from; i < to; i++) values[i] += i; // race
  done(1);
  return unused;
}

static void *reader(void *unused) {
  after(1);
  for (int i = to; i < count; i++) sum += values[i]; // imprecise: elements are not told apart without a run
  for (int i = 0; i < from; i++) sum += values[i];   // imprecise: as above
  done(2);
  after(2);
  one = values[to - 1]; // race
  return unused;
}

int main(void) {
  pthread_t first, second;
  for (int i = 0; i < count; i++) values[i] = i; // no race
  pthread_create(&first, 0, writer, 0);
  pthread_create(&second, 0, reader, 0);
  pthread_join(first, 0);
  pthread_join(second, 0);
  for (int i = 0; i < count; i++) sum += values[i]; // no race
  return (int)(sum + one);
}
