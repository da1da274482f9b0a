// Inline assembly that synchronises nothing: it keeps the compiler from moving things, or works on memory of its own.
// scheduled
#include "part-schedule.h"

static int flag, data, sum;
static char text[64], copy[64];
static volatile int sink;

static void barrier(int *at) { __asm__ __volatile__("" : "+m"(*at) : : "memory"); }
static void comment(int *at) { __asm__ __volatile__("# lock; xchgl" : "+m"(*at) : : "memory"); }
static void move(char *to, const char *from, long bytes) {
  __asm__ __volatile__("rep movsb" : "+D"(to), "+S"(from), "+c"(bytes) : : "memory");
}
static void increment(int *at) { __asm__("incl %0" : "+m"(*at) : : "cc"); }

static void *first(void *unused) {
  data = 1; // race
  barrier(&flag);
  comment(&flag);
  move(copy, text, sizeof copy);
  increment(&sum);
  done(1);
  return unused;
}

static void *second(void *unused) {
  after(1);
  increment(&sum);
  move(copy, text, sizeof copy);
  comment(&flag);
  barrier(&flag);
  sink = data; // race
  return unused;
}

int main(void) {
  pthread_t one, two;
  pthread_create(&one, 0, first, 0);
  pthread_create(&two, 0, second, 0);
  pthread_join(one, 0);
  pthread_join(two, 0);
}
