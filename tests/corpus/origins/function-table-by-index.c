// policies
// One table of handlers; each thread is handed the number of its own. Which slot that is, points-to sets do not tell.
#include <pthread.h>

static int first, second;

static void count_first(void) {
  first++; // imprecise: slots of a table that are picked by a variable are not told apart
}
static void count_second(void) {
  second++; // imprecise: as above
}

static void (*const handlers[])(void) = {count_first, count_second};

static void *run(void *argument) {
  int index = *(int *)argument; // no race
  handlers[index]();
  return 0;
}

int main(void) {
  int zero = 0, one = 1;
  pthread_t a, b;
  pthread_create(&a, 0, run, &zero);
  pthread_create(&b, 0, run, &one);
  pthread_join(a, 0);
  pthread_join(b, 0);
  return first + second; // no race
}
