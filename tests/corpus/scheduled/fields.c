// Fields that share a word: each is for itself, whenever it is used.
// scheduled
#include "part-schedule.h"

pthread_mutex_t lock = PTHREAD_MUTEX_INITIALIZER;
struct {
  char first, second;
  short third;
  int fourth;
} record;

static void nextSpan(void) {
  pthread_mutex_lock(&lock);
  pthread_mutex_unlock(&lock);
}

static void *other(void *unused) {
  (void)unused;
  after(1);
  record.first = 2;  // race
  record.third = 2;  // no race
  nextSpan();
  record.fourth = 2; // race
  done(2);
  return 0;
}

int main(void) {
  pthread_t thread;
  pthread_create(&thread, 0, other, 0);
  nextSpan();
  record.first = 1;  // race
  record.second = 1; // no race
  record.fourth = 1; // race
  done(1);
  after(2);
  record.second++; // no race
  pthread_join(thread, 0);
  return 0;
}
