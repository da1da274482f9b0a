// policies
// Every worker is handed its own element of an array of structs, and main adds them up when all have ended.
#include <pthread.h>

struct part {
  pthread_t thread;
  int from, to;
  long sum;
};

static struct part parts[4];

static void *run(void *argument) {
  struct part *p = argument;
  for (int i = p->from; i < p->to; i++) // no race
    p->sum += i;                        // no race
  return 0;
}

int main(void) {
  long total = 0;
  for (int i = 0; i < 4; i++) {
    parts[i].from = 10 * i;      // no race
    parts[i].to = 10 * (i + 1);  // no race
    pthread_create(&parts[i].thread, 0, run, &parts[i]);
  }
  for (int i = 0; i < 4; i++) {
    pthread_join(parts[i].thread, 0);
    total += parts[i].sum; // no race
  }
  return (int)total;
}
