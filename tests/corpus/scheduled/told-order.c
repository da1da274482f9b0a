// What a program tells by ThreadSanitizer's names, and by those of dynamic annotations, orders what is around it.
// scheduled
#include "part-schedule.h"

void __tsan_acquire(void *at);
void __tsan_release(void *at);
void AnnotateHappensBefore(const char *file, int line, const volatile void *at);
void AnnotateHappensAfter(const char *file, int line, const volatile void *at);

static char one, two, three;
static int data, more, elsewhere;
static volatile int sink;

static void *first(void *unused) {
  data = 1; // imprecise: only the run is told
  __tsan_release(&one);
  more = 1; // imprecise: the same
  AnnotateHappensBefore(__FILE__, __LINE__, &two);
  elsewhere = 1; // race
  __tsan_release(&three);
  done(1);
  return unused;
}

static void *second(void *unused) {
  after(1);
  __tsan_acquire(&one);
  sink = data; // imprecise: the same
  AnnotateHappensAfter(__FILE__, __LINE__, &two);
  sink = more; // imprecise: the same
  sink = elsewhere; // race
  return unused;
}

int main(void) {
  pthread_t a, b;
  pthread_create(&a, 0, first, 0);
  pthread_create(&b, 0, second, 0);
  pthread_join(a, 0);
  pthread_join(b, 0);
}
