// policies
// Threads that start threads: each outer thread makes an object and starts an inner one that works on it.
#include <pthread.h>
#include <stdlib.h>

struct task {
  int input, result;
};

struct outer {
  struct task *task;
};

static void *inner(void *argument) {
  struct task *t = argument;
  t->result = t->input + 1; // imprecise: the inner threads of both outer ones share a context; callsite:2, origin:2: no race
  return 0;
}

static void *run(void *argument) {
  struct outer *o = argument;
  pthread_t helper;
  o->task = malloc(sizeof *o->task); // no race; none, object:1: false alarm
  o->task->input = 1; // imprecise: as above; callsite:2, origin:2: no race
  pthread_create(&helper, 0, inner, o->task); // no race; none, object:1: false alarm
  pthread_join(helper, 0);
  o->task->result++; // imprecise: as above; callsite:2, origin:2: no race
  return 0;
}

int main(void) {
  struct outer first, second;
  pthread_t one, two;
  pthread_create(&one, 0, run, &first);
  pthread_create(&two, 0, run, &second);
  pthread_join(one, 0);
  pthread_join(two, 0);
  return first.task->result + second.task->result; // no race
}
