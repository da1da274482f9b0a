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
  l->from = point_new(1); // imprecise: what point_new gives is one object
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

static struct slots slots[2];

static void *draw(void *argument) {
  slots[0].line = line_new();
  slots[0].line->from->y++; // imprecise: as above
  return argument;
}

static void *label(void *argument) {
  slots[1].line = line_new();
  slots[1].name = name_new();
  slots[1].name->length++;   // no race
  slots[1].line->from->y++;  // imprecise: as above
  return argument;
}

int main(void) {
  pthread_t one, two;
  pthread_create(&one, 0, draw, 0);
  pthread_create(&two, 0, label, 0);
  pthread_join(one, 0);
  pthread_join(two, 0);
  return slots[0].line->from->y + slots[1].line->to->y; // no race
}
