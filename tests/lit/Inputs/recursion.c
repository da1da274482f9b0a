/* A function that calls itself from two places visits every leaf of a tree, always at the same places on the stack. Two
   threads write to one leaf. */
#include <pthread.h>

enum { DEPTH = 12, RACY = 0x4d5 }; /* 0100 1101 0101: left right left left, and so on */
static long leaves[1 << DEPTH];
static __thread volatile int visits;

static void visit(int depth, int number, int wanted) {
  if (depth == DEPTH) {
    if (wanted < 0 ? number != RACY : number == wanted) leaves[number]++;
    return;
  }
  visit(depth + 1, 2 * number, wanted);     /* line 14: left */
  visit(depth + 1, 2 * number + 1, wanted); /* line 15: right */
  visits++;
}

static void *other(void *argument) {
  (void)argument;
  for (int number = 0; number <= RACY; number++) visit(0, 0, number); /* every leaf before it, each in a visit of its own */
  return 0;
}

int main(void) {
  pthread_t thread;
  visit(0, 0, -1);
  pthread_create(&thread, 0, other, 0);
  visit(0, 0, RACY);
  pthread_join(thread, 0);
  return 0;
}
