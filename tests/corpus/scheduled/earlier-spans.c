// One thread uses the fields of a word one after the other, with a release between any two. Who joins a third thread is
// not ordered after the first of them.
// scheduled
#include "part-schedule.h"

pthread_mutex_t lock = PTHREAD_MUTEX_INITIALIZER;
struct {
  char a, b, c, d, e, f, g, h;
} word;
char sum;

static void nextSpan(void) {
  pthread_mutex_lock(&lock);
  pthread_mutex_unlock(&lock);
}

static void *reader(void *unused) {
  (void)unused;
  char seen = word.a; // race
  nextSpan();
  seen += word.b; // no race
  nextSpan();
  seen += word.c; // no race
  nextSpan();
  seen += word.d; // race
  nextSpan();
  seen += word.e; // no race
  nextSpan();
  seen += word.f; // no race
  sum = seen;     // no race
  done(1);
  after(3);
  return 0;
}

static void *joined(void *unused) {
  (void)unused;
  after(1);
  word.h = 1; // no race
  return 0;
}

int main(void) {
  pthread_t first, second;
  pthread_create(&first, 0, reader, 0);
  pthread_create(&second, 0, joined, 0);
  pthread_join(second, 0);
  word.h = 2; // no race
  word.a = 1; // race
  word.d = 1; // race
  done(3);
  pthread_join(first, 0);
  word.b = word.c = word.e = 1; // no race
  return sum;                   // no race
}
