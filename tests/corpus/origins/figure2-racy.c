// policies
// As figure2.c, but the second operation forgets the lock, and both threads keep their box in the shared object.
#include <pthread.h>
#include <stdlib.h>

struct box {
  int value;
};

struct shared {
  pthread_mutex_t lock;
  int total;
  struct box *last;
};

struct thread {
  struct shared *s;
  void (*act)(struct thread *);
};

static struct shared shared = {PTHREAD_MUTEX_INITIALIZER, 0, NULL};

static void act1(struct thread *t) {
  pthread_mutex_lock(&t->s->lock);
  t->s->total += 1; // race
  pthread_mutex_unlock(&t->s->lock);
}

static void act2(struct thread *t) {
  t->s->total -= 1; // race
}

static void sub3(struct thread *t) {
  t->s->last = malloc(sizeof(struct box)); // race
  t->s->last->value = 0;                   // race
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
  struct thread first = {&shared, act1}, second = {&shared, act2};
  pthread_t one, two;
  pthread_create(&one, NULL, run, &first);
  pthread_create(&two, NULL, run, &second);
  pthread_join(one, NULL);
  pthread_join(two, NULL);
  return shared.total; // no race
}
