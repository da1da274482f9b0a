// policies
// As prefix-inheritance.c, but main makes both shapes, through one function, and hands them out.
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
  ((struct circle *)s)->radius++; // no race; none, object:1: false alarm
}
static void square_grow(struct shape *s) {
  ((struct square *)s)->side++; // no race; none, object:1: false alarm
}

static struct shape *shape_make(size_t size, void (*grow)(struct shape *)) {
  struct shape *s = calloc(1, size);
  s->references = 1; // no race
  s->grow = grow;    // no race
  return s;
}

static void *run(void *argument) {
  struct shape *s = argument;
  s->references++; // no race; none, object:1: false alarm
  s->grow(s);      // no race
  return 0;
}

int main(void) {
  pthread_t one, two;
  struct shape *circle = shape_make(sizeof(struct circle), circle_grow);
  struct shape *square = shape_make(sizeof(struct square), square_grow);
  pthread_create(&one, 0, run, circle);
  pthread_create(&two, 0, run, square);
  pthread_join(one, 0);
  pthread_join(two, 0);
  return circle->references + square->references; // no race
}
