// Bytes of one word, accessed in spans with a lock of the thread's own between them. Nobody else takes the lock, but the
// thread that was created between the first and the second is ordered after the first.
// A third thread knows of nothing, so that nothing is before whatever comes.
// scheduled
#include "part-schedule.h"

pthread_mutex_t own = PTHREAD_MUTEX_INITIALIZER;
_Alignas(8) struct {
  char before, behind, third, fourth, fifth, rest[3];
} word;

static void pass(void) {
  pthread_mutex_lock(&own);
  pthread_mutex_unlock(&own);
}

static void *other(void *unused) {
  (void)unused;
  after(1);
  word.before++; // no race
  word.behind++; // race
  done(2);
  return 0;
}

static void *bystander(void *unused) {
  after(2);
  return unused;
}

int main(void) {
  pthread_t thread, third;
  pthread_create(&third, 0, bystander, 0);
  word.before = 1; // no race
  pthread_create(&thread, 0, other, 0);
  word.behind = 1; // race
  pass();
  word.third = 1; // no race
  pass();
  word.fourth = 1; // no race
  pass();
  word.fifth = 1; // no race
  done(1);
  after(2);
  pthread_join(thread, 0);
  pthread_join(third, 0);
  return 0;
}
