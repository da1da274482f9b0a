// policies
// As figure2.c, and only the first kind of thread publishes its box in a global variable: the other kind never gets at
// it, though it runs the same functions.
#include <pthread.h>
#include <stdlib.h>

struct box {
  int value;
};

struct thread {
  int (*act)(struct thread *);
  struct box *y;
};

static struct box *published;

static int publish(struct thread *t) {
  published = t->y;        // no race; none, object:1: false alarm
  published->value += 1;   // no race; none, callsite:1, callsite:2, object:1: false alarm
  return published->value; // no race; none, callsite:1, callsite:2, object:1: false alarm
}

static int keep(struct thread *t) {
  t->y->value -= 1;   // no race; none, callsite:1, callsite:2, object:1: false alarm
  return t->y->value; // no race; none, callsite:1, callsite:2, object:1: false alarm
}

static void fill(struct thread *t) {
  t->y = malloc(sizeof *t->y); // no race; none, object:1: false alarm
  t->y->value = 0;             // no race; none, callsite:1, callsite:2, object:1: false alarm
}
static void sub2(struct thread *t) { fill(t); }
static void sub1(struct thread *t) { sub2(t); }

static void *run(void *argument) {
  struct thread *t = argument;
  sub1(t);
  t->act(t);
  return NULL;
}

int main(void) {
  struct thread first = {publish, NULL}, second = {keep, NULL};
  pthread_t one, two;
  pthread_create(&one, NULL, run, &first);
  pthread_create(&two, NULL, run, &second);
  pthread_join(one, NULL);
  pthread_join(two, NULL);
  return published->value + second.y->value; // no race
}
