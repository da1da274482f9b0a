// policies
// As prefix-inheritance.c, but both threads hold the circle.
#include <pthread.h>
#include <stdlib.h>

struct shape {
  int references;
  void (*grow)(struct shape *);
};
struct circle {
  struct shape base;
  int radius;
};
struct square {
  struct shape base;
  int side;
};

static void circle_grow(struct shape *s) {
  ((struct circle *)s)->radius++; // race
}
static void square_grow(struct shape *s) {
  ((struct square *)s)->side++; // imprecise: which function goes with which struct is lost between the two calls; callsite:1, callsite:2: no race
}

static void hold(struct shape *s) {
  s->references++; // race
  s->grow(s);      // no race
}

static void *draw(void *argument) {
  hold(argument);
  return 0;
}

static void *tile(void *argument) {
  struct square own = {{1, square_grow}, 1};
  hold(argument);
  hold(&own.base);
  return 0;
}

int main(void) {
  pthread_t one, two;
  struct circle *c = calloc(1, sizeof *c);
  c->base.grow = circle_grow; // no race
  pthread_create(&one, 0, draw, &c->base);
  pthread_create(&two, 0, tile, &c->base);
  pthread_join(one, 0);
  pthread_join(two, 0);
  return c->radius; // no race
}
