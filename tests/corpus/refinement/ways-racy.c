// The ways a pointer can take from where it is made to where it is used, each with a second one of its kind that goes the
// same way: what two threads get from the first is the same object.
#include <pthread.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <stdlib.h>
#include <string.h>

struct box {
  int n;
  struct box *link;
};

struct pair {
  struct box *left, *right;
};

// In a struct that is returned.
static struct pair both(struct box *a, struct box *b) {
  struct pair p = {a, b};
  return p;
}

// By a recursion that hands it down, and back.
static struct box *deep(struct box *b, int levels) { return levels ? deep(b, levels - 1) : b; }

// By one that allocates at the bottom.
static struct box *deep_new(int levels) { return levels ? deep_new(levels - 1) : calloc(1, sizeof(struct box)); }

// As a number.
static uintptr_t number(struct box *b) { return (uintptr_t)b; }

// Through a pointer to a function.
static struct box *same(struct box *b) { return b; }
static struct box *linked(struct box *b) { return b->link; }
static struct box *(*const ways[])(struct box *) = {same, linked};

// As one of any number of arguments.
static struct box *pick(int count, ...) {
  va_list list;
  va_start(list, count);
  struct box *b = NULL;
  for (int i = 0; i < count; i++) b = va_arg(list, struct box *);
  va_end(list);
  return b;
}

// In a copy of the struct that it is in.
static struct box *copied(struct pair *p) {
  struct pair q;
  memcpy(&q, p, sizeof q);
  return q.left;
}

// Back from a pointer to a member.
static struct box *around(struct box **link) { return (struct box *)((char *)link - offsetof(struct box, link)); }

// Sorted by a library.
static int compare(const void *a, const void *b) {
  struct box *x = *(struct box *const *)a;
  struct box *y = *(struct box *const *)b;
  return (x > y) - (x < y);
}
static struct box *smallest(struct box **boxes, size_t count) {
  qsort(boxes, count, sizeof *boxes, compare);
  return boxes[0];
}

// Left in a variable of the thread's for a while.
static pthread_key_t key;
static struct box *kept(struct box *b) {
  pthread_setspecific(key, b);
  return pthread_getspecific(key);
}

// Exchanged.
static void swap(struct box **a, struct box **b) {
  struct box *t = *a;
  *a = *b;
  *b = t;
}

struct gifts {
  struct box *returned, *deep, *deep_new, *number, *way, *picked, *copied, *around, *sorted, *kept, *swapped;
};

static void *use(void *argument) {
  struct gifts *g = argument;
  g->returned->n++; // race
  g->deep->n++;     // race
  g->deep_new->n++; // race
  g->number->n++;   // race
  g->way->n++;      // race
  g->picked->n++;   // race
  g->copied->n++;   // race
  g->around->n++;   // race
  g->sorted->n++;   // race
  g->kept->n++;     // race
  g->swapped->n++;  // race
  return NULL;
}

#define BOXES(x) static struct box x##_0_, x##_1_, x##_3_, x##_4_, x##_5_, x##_6_, x##_7_, x##_8_, x##_9_, x##_10_;
BOXES(a)
BOXES(b)

#define PREPARE(g, x, levels) \
  do { \
    struct pair p = {&x##_6_, NULL}; \
    struct box *boxes[2] = {&x##_8_, &x##_8_}; \
    struct box *empty = NULL, *full = &x##_10_; \
    x##_4_.link = &x##_4_; \
    g.returned = both(&x##_0_, NULL).left; \
    g.deep = deep(&x##_1_, levels); \
    g.deep_new = deep_new(levels); \
    g.number = (struct box *)number(&x##_3_); \
    g.way = ways[levels % 2](&x##_4_); \
    g.picked = pick(2, NULL, &x##_5_); \
    g.copied = copied(&p); \
    g.around = around(&x##_7_.link); \
    g.sorted = smallest(boxes, 2); \
    g.kept = kept(&x##_9_); \
    swap(&empty, &full); \
    g.swapped = empty; \
  } while (0)

int main(void) {
  struct gifts one, other;
  pthread_key_create(&key, NULL);
  PREPARE(other, b, 2);
  PREPARE(one, a, 3);
  pthread_t first, second;
  pthread_create(&first, NULL, use, &one);
  pthread_create(&second, NULL, use, &one);
  pthread_join(first, NULL);
  pthread_join(second, NULL);
  return other.deep->n; // no race
}
