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
  for (int i = p->from; i < p->to; i++) // imprecise: elements that are handed to threads are one place
    p->sum += i;                        // imprecise: as above
  return 0;
}

int main(void) {
  long total = 0;
  for (int i = 0; i < 4; i++) {
    parts[i].from = 10 * i;      // imprecise: as above
    parts[i].to = 10 * (i + 1);  // imprecise: as above
    pthread_create(&parts[i].thread, 0, run, &parts[i]);
  }
  for (int i = 0; i < 4; i++) {
    pthread_join(parts[i].thread, 0);
    total += parts[i].sum; // imprecise: as above
  }
  return (int)total;
}
