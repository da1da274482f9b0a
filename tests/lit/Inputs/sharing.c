// O2's figure 2 in C: two threads of one kind, each with an operation of its own, and a statistics object that both use.
#include <pthread.h>
#include <stdlib.h>

struct stats {
  int total;
  int last;
  _Atomic int runs;
};

struct box {
  int value;
};

struct job {
  struct stats *stats;
  struct box *box;
  void (*act)(struct job *);
};

static struct stats stats;
static int limit = 3, written_once, only_first;

static void act_first(struct job *job) {
  job->stats->total += job->box->value;
  only_first++;
}

static void act_second(struct job *job) { job->stats->total -= job->box->value; }

static void work(struct job *job) {
  job->box = malloc(sizeof *job->box);
  job->box->value = limit;
  job->act(job);
  job->stats->runs++;
  free(job->box);
}

static void *run(void *argument) {
  work(argument);
  return NULL;
}

int main(void) {
  struct job first = {&stats, NULL, act_first}, second = {&stats, NULL, act_second};
  pthread_t one, two;
  written_once = 1;
  pthread_create(&one, NULL, run, &first);
  pthread_create(&two, NULL, run, &second);
  pthread_join(one, NULL);
  pthread_join(two, NULL);
  stats.last = stats.total;
  return stats.last;
}
