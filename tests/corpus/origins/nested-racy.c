// policies
// As nested.c, but an outer thread goes on working on its object before the inner one has ended.
#include <pthread.h>
#include <stdlib.h>

struct task {
  int input, result;
};

static void *inner(void *argument) {
  struct task *t = argument;
  t->result = t->input + 1; // race
  return 0;
}

static void *run(void *argument) {
  struct task *t = malloc(sizeof *t);
  pthread_t helper;
  t->input = 1; // no race
  pthread_create(&helper, 0, inner, t);
  t->result = 2; // race
  pthread_join(helper, 0);
  t->result++; // imprecise: as above; callsite:2, origin:2: no race
  free(t);     // imprecise: as above; callsite:2, origin:2: no race
  return argument;
}

int main(void) {
  pthread_t one, two;
  pthread_create(&one, 0, run, 0);
  pthread_create(&two, 0, run, 0);
  pthread_join(one, 0);
  pthread_join(two, 0);
  return 0;
}
