// Bytes of one word, written in spans that end with a release of one flag. The other thread has acquired the first of
// them; then the flag was stored again.
// A third thread knows of nothing, so that nothing is before whatever comes.
// scheduled
#include "part-schedule.h"

atomic_int flag;
_Alignas(8) struct {
  char before, behind, third, fourth, rest[4];
} word;

static void publish(int value) { atomic_store_explicit(&flag, value, memory_order_release); }

static void *other(void *unused) {
  (void)unused;
  after(1);
  while (atomic_load_explicit(&flag, memory_order_acquire) != 1) {}
  done(2);
  after(3);
  word.before++; // no race
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
  word.before = 1; // no race
  publish(1);
  done(1);
  after(2);
  word.behind = 1; // race
  publish(2);
  word.third = 1; // no race
  publish(3);
  word.fourth = 1; // no race
  done(3);
  after(4);
  pthread_join(thread, 0);
  pthread_join(third, 0);
  return 0;
}
