// Three threads read the same words in every one of many spans, in turns and in parts, so that each keeps its reads for itself. Then
// they read some of the bytes only, in more spans than there is room for in one place; half-way all of them tell the main
// thread, which writes in the end: after what was read up to then, and not after what was read since.
// scheduled
#include "part-schedule.h"

enum { readers = 3, rounds = 24, half = rounds / 2 };
static pthread_mutex_t handover = PTHREAD_MUTEX_INITIALIZER;
long whole = 1, whole_early = 2;
struct {
  int level, limit;
} pair = {3, 4}, pair_early = {5, 6};
struct {
  char kind, state;
  short length;
  int size;
} mixed = {1, 2, 3, 4};
char letters[8] = "abcdefg";

static void *reader(void *number) {
  pthread_mutex_t own = PTHREAD_MUTEX_INITIALIZER;
  long sum = 0, turn = (long)number;
  for (int i = 0; i < rounds; i++) {
    after(readers * i + (int)turn);
    sum += whole;      // race
    sum += pair.level; // race
    sum += mixed.kind; // race
    if (i < half) {
      sum += whole_early + pair_early.level; // imprecise: that it is not read again is not known without a run
      sum += pair.limit + mixed.size;        // imprecise: as above
      sum += letters[0] + letters[1] + letters[2] + letters[3] + letters[4]; // imprecise: as above
    } else {
      sum += letters[5 + i % 2]; // race
    }
    if (i % 5 == 1) sum += mixed.length; // race
    pthread_mutex_lock(&own);
    pthread_mutex_unlock(&own);
    if (i == half) {
      pthread_mutex_lock(&handover);
      pthread_mutex_unlock(&handover);
    }
    done(readers * i + (int)turn + 1);
  }
  return sum ? number : &whole;
}

int main(void) {
  pthread_t threads[readers];
  for (long i = 0; i < readers; i++) pthread_create(&threads[i], 0, reader, (void *)i);
  after(readers * (half + 1));
  pthread_mutex_lock(&handover);
  pthread_mutex_unlock(&handover);
  after(readers * rounds);
  whole_early = 9;      // imprecise: as above
  pair_early.level = 9; // imprecise: as above
  pair.limit = 9;       // imprecise: as above
  mixed.size = 9;       // imprecise: as above
  letters[2] = 'x';     // imprecise: as above
  whole = 9;            // race
  pair.level = 9;       // race
  mixed.kind = 9;       // race
  mixed.length = 9;     // race
  letters[5] = 'x';     // race
  letters[6] = 'x';     // race
  for (int i = 0; i < readers; i++) pthread_join(threads[i], 0);
  return (int)(whole + whole_early + pair.level + mixed.kind + letters[6]); // no race
}
