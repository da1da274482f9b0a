// policies
// As array-of-structs.c, but a worker also writes to its neighbour.
#include <pthread.h>

struct part {
  pthread_t thread;
  int done;
  long sum;
};

static struct part parts[4];

static void *run(void *argument) {
  struct part *p = argument;
  p->sum++;        // no race
  (p + 1)->done++; // race
  p->done++;       // race
  return 0;
}

int main(void) {
  long total = 0;
  for (int i = 0; i < 3; i++) pthread_create(&parts[i].thread, 0, run, &parts[i]);
  for (int i = 0; i < 3; i++) pthread_join(parts[i].thread, 0);
  for (int i = 0; i < 3; i++) total += parts[i].sum; // no race
  return (int)total;
}
