// policies
// Structs that begin with another one stand for it: both kinds of shape go through functions of the common part, each
// kind by a thread of its own.
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
  ((struct circle *)s)->radius++; // no race
}
static void square_grow(struct shape *s) {
  ((struct square *)s)->side++; // no race
}

static struct shape *shape_init(struct shape *s, void (*grow)(struct shape *)) {
  s->references = 1; // no race
  s->grow = grow;    // no race
  return s;
}

static struct shape *hold(struct shape *s) {
  s->references++; // no race
  s->grow(s);      // no race
  return s;
}

static struct shape *circle, *square;

static void *draw(void *argument) {
  circle = shape_init(malloc(sizeof(struct circle)), circle_grow);
  ((struct circle *)circle)->radius = 1; // no race
  hold(circle);
  return argument;
}

static void *tile(void *argument) {
  square = shape_init(malloc(sizeof(struct square)), square_grow);
  ((struct square *)square)->side = 1; // no race
  hold(square);
  return argument;
}

int main(void) {
  pthread_t one, two;
  pthread_create(&one, 0, draw, 0);
  pthread_create(&two, 0, tile, 0);
  pthread_join(one, 0);
  pthread_join(two, 0);
  return circle->references + square->references; // no race
}
