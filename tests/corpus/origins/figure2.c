// policies
// O2's figure 2 in C: threads of one kind run the same deep chain of calls, and what each allocates at its end is its
// own. The operation that is done to it is an attribute of the thread.
#include <pthread.h>
#include <stdlib.h>

struct shared {
  pthread_mutex_t lock;
  int total;
};

struct box {
  int value;
};

struct thread {
  struct shared *s;
  void (*act)(struct thread *);
  struct box *y;
};

static struct shared shared = {PTHREAD_MUTEX_INITIALIZER, 0};

static void act1(struct thread *t) {
  t->y->value += 1; // no race; none, callsite:1, callsite:2, object:1: false alarm
  pthread_mutex_lock(&t->s->lock);
  t->s->total += t->y->value; // no race; none, callsite:1, callsite:2, object:1: false alarm
  pthread_mutex_unlock(&t->s->lock);
}

static void act2(struct thread *t) {
  t->y->value -= 1; // no race; none, callsite:1, callsite:2, object:1: false alarm
}

static void sub3(struct thread *t) {
  t->y = malloc(sizeof *t->y); // no race; none, object:1: false alarm
  t->y->value = 0;             // no race; none, callsite:1, callsite:2, object:1: false alarm
}
static void sub2(struct thread *t) { sub3(t); }
static void sub1(struct thread *t) { sub2(t); }

static void *run(void *argument) {
  struct thread *t = argument;
  sub1(t);
  t->act(t);
  return NULL;
}

int main(void) {
  struct thread first = {&shared, act1, NULL}, second = {&shared, act2, NULL};
  pthread_t one, two;
  pthread_create(&one, NULL, run, &first);
  pthread_create(&two, NULL, run, &second);
  pthread_join(one, NULL);
  pthread_join(two, NULL);
  return first.y->value + second.y->value + shared.total; // no race
}
