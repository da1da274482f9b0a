// Two fields of four bytes in one word, each written by a thread of its own. A third thread, which is after both, reads
// one as a whole and the other in pieces; that the first was written is not forgotten over it.
// scheduled
#include "part-schedule.h"

pthread_mutex_t lock = PTHREAD_MUTEX_INITIALIZER;
_Alignas(8) struct {
  int whole;
  union {
    int both;
    short pieces[2];
  };
} word;
int seenByThird, seenByFourth;

static void pass(void) {
  pthread_mutex_lock(&lock);
  pthread_mutex_unlock(&lock);
}

static void *first(void *unused) {
  word.whole = 1; // race
  pass();
  done(1);
  return unused;
}

static void *second(void *unused) {
  after(1);
  word.both = 1; // imprecise: that the third takes the lock after this one gave it back is not known without a run
  pass();
  done(2);
  return unused;
}

static void *third(void *unused) {
  after(2);
  pass();
  int sum = word.whole; // imprecise: as above
  after(2);             // so that the two have a check each
  sum += word.pieces[0]; // imprecise: as above
  seenByThird = sum;     // no race
  done(3);
  return unused;
}

static void *fourth(void *unused) {
  after(3);
  seenByFourth = word.whole; // race
  done(4);
  return unused;
}

int main(void) {
  pthread_t one, two, three, four;
  pthread_create(&one, 0, first, 0);
  pthread_create(&two, 0, second, 0);
  pthread_create(&three, 0, third, 0);
  pthread_create(&four, 0, fourth, 0);
  after(4);
  pthread_join(one, 0);
  pthread_join(two, 0);
  pthread_join(three, 0);
  pthread_join(four, 0);
  return 0;
}
