// Parts of an array that was filled at once, each of a thread: a stretch and what is around it, every other element and
// those between. Nobody meets anybody.
#include "part-schedule.h"

enum { count = 192, from = 67, to = 104 };
_Alignas(512) long values[count], others[count];
long sum;

static void *one(void *unused) {
  for (int i = from; i < to; i++) values[i] += i;      // no race
  for (int i = 0; i < count; i += 2) others[i] = i;    // imprecise: elements are not told apart without a run
  done(1);
  after(2);
  for (int i = 0; i < count; i += 2) others[i] += 2;   // imprecise: as above
  for (int i = from; i < to; i++) values[i] += 2;      // no race
  return unused;
}

static void *another(void *unused) {
  after(1);
  long all = 0;
  for (int i = to; i < count; i++) all += values[i];   // no race
  for (int i = 0; i < from; i++) all += values[i];     // no race
  for (int i = 1; i < count; i += 2) others[i] = all;  // imprecise: as above
  sum = all;
  done(2);
  return unused;
}

int main(void) {
  pthread_t first, second;
  for (int i = 0; i < count; i++) values[i] = others[i] = i; // no race
  pthread_create(&first, 0, one, 0);
  pthread_create(&second, 0, another, 0);
  pthread_join(first, 0);
  pthread_join(second, 0);
  for (int i = 0; i < count; i++) sum += values[i] + others[i]; // no race
  return (int)sum;
}
