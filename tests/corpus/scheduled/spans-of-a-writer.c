// Bytes of one word, written under a lock for readers and writers. A reader has taken it after the first.
// A third thread knows of nothing, so that nothing is before whatever comes.
// scheduled
#include "part-schedule.h"

pthread_rwlock_t lock = PTHREAD_RWLOCK_INITIALIZER;
_Alignas(8) struct {
  char before, behind, third, fourth, rest[4];
} word;

static void pass(void) {
  pthread_rwlock_wrlock(&lock);
  pthread_rwlock_unlock(&lock);
}

static void *other(void *unused) {
  (void)unused;
  after(1);
  pthread_rwlock_rdlock(&lock);
  pthread_rwlock_unlock(&lock);
  done(2);
  after(3);
  word.before++; // imprecise: that the lock was taken after the other had given it back is not known without a run
  word.behind++; // race
  done(4);
  return 0;
}

static void *bystander(void *unused) {
  after(4);
  return unused;
}

int main(void) {
  pthread_t thread, third;
  pthread_create(&third, 0, bystander, 0);
  pthread_create(&thread, 0, other, 0);
  word.before = 1; // imprecise: as above
  pass();
  done(1);
  after(2);
  word.behind = 1; // race
  pass();
  word.third = 1; // no race
  pass();
  word.fourth = 1; // no race
  done(3);
  after(4);
  pthread_join(thread, 0);
  pthread_join(third, 0);
  return 0;
}
