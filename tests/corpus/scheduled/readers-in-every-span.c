// Two threads read the same words in every one of many spans, in turns. Half-way, the second gives what it did so far to
// the main thread, which writes in the end: after the second's early reads, and not after its last ones.
// scheduled
#include "part-schedule.h"

enum { rounds = 12 };
static pthread_mutex_t handover = PTHREAD_MUTEX_INITIALIZER;
long setting = 7, early = 8;
struct {
  int level, limit;
} pair = {1, 2};

static long read_all(int turn, int hands_over) {
  pthread_mutex_t own = PTHREAD_MUTEX_INITIALIZER;
  long sum = 0;
  for (int i = 0; i < rounds; i++) {
    after(2 * i + turn);
    sum += setting;    // race
    sum += pair.level; // race
    if (i < 2) sum += early + pair.limit; // imprecise: that it is not read again is not known without a run
    pthread_mutex_lock(&own);
    pthread_mutex_unlock(&own);
    if (hands_over && i == rounds / 2) {
      pthread_mutex_lock(&handover);
      pthread_mutex_unlock(&handover);
    }
    done(2 * i + turn + 1);
  }
  return sum;
}

static void *first(void *unused) { return (void *)(read_all(0, 0) ? unused : &setting); }
static void *second(void *unused) { return (void *)(read_all(1, 1) ? unused : &setting); }

int main(void) {
  pthread_t one, another;
  pthread_create(&one, 0, first, 0);
  pthread_create(&another, 0, second, 0);
  after(rounds + 4);
  pthread_mutex_lock(&handover);
  pthread_mutex_unlock(&handover);
  pthread_join(one, 0);
  after(2 * rounds);
  early = 9;      // imprecise: as above
  pair.limit = 3; // imprecise: as above
  setting = 8;    // race
  pair.level = 2; // race
  pthread_join(another, 0);
  return (int)(setting + early + pair.level + pair.limit); // no race
}
