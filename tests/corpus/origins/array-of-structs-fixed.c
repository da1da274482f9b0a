// policies
// Elements of one array at fixed indices, each handed to a thread of another kind. Main reads one while its thread
// still runs.
#include <pthread.h>

struct part {
  long sum;
};

static struct part parts[2];

static void *add(void *argument) {
  struct part *p = argument;
  p->sum++; // race
  return 0;
}

static void *subtract(void *argument) {
  struct part *p = argument;
  p->sum--; // no race
  return 0;
}

int main(void) {
  pthread_t one, two;
  pthread_create(&one, 0, add, &parts[0]);
  pthread_create(&two, 0, subtract, &parts[1]);
  pthread_join(two, 0);
  long early = parts[0].sum + // race
               parts[1].sum;  // no race
  pthread_join(one, 0);
  return (int)early;
}
