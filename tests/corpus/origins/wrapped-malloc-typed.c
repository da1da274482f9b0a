// policies
// Constructors of three types over one wrapper of calloc, which threads call two and three calls deep; each keeps what
// it made in a slot of its own.
#include <pthread.h>
#include <stdlib.h>

struct name {
  char text[16];
  int length;
};
struct point {
  int x, y;
};
struct line {
  struct point *from, *to;
};

static void *zalloc(size_t size) { return calloc(1, size); }

static struct point *point_new(int x) {
  struct point *p = zalloc(sizeof *p);
  p->x = x; // no race
  return p;
}
static struct line *line_new(void) {
  struct line *l = zalloc(sizeof *l);
  l->from = point_new(1); // no race
  l->to = point_new(2);   // no race
  return l;
}
static struct name *name_new(void) {
  struct name *n = zalloc(sizeof *n);
  n->length = 1; // no race
  return n;
}

struct slots {
  struct line *line;
  struct name *name;
};

static struct slots left, right;

static void *draw(void *argument) {
  left.line = line_new();
  left.line->from->y++; // no race
  return argument;
}

static void *label(void *argument) {
  right.line = line_new();
  right.name = name_new();
  right.name->length++;   // no race
  right.line->from->y++;  // no race
  return argument;
}

int main(void) {
  pthread_t one, two;
  pthread_create(&one, 0, draw, 0);
  pthread_create(&two, 0, label, 0);
  pthread_join(one, 0);
  pthread_join(two, 0);
  return left.line->from->y + right.line->to->y; // no race
}
