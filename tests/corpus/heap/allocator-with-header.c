// An allocator that keeps the size in front of what it gives out, three calls deep, and hands it out by a parameter on
// one way. What threads allocate for themselves is told apart by who asked; what they share is not.
#include <pthread.h>
#include <stdlib.h>

struct job {
  int count;
  struct job *next;
};
struct name {
  char text[16];
  int length;
};

static long used;
static int counting;

static void *raw(size_t n) {
  size_t *p = malloc(n + sizeof *p);
  if (p) {
    p[0] = n;
    p++;
  }
  return p;
}
static void counted(size_t n, void **out) {
  __atomic_fetch_add(&used, (long)n, __ATOMIC_RELAXED);
  *out = raw(n);
}
static void *get(size_t n) {
  void *p;
  if (counting)
    counted(n, &p);
  else
    p = raw(n);
  return p;
}
static void *get_zeroed(size_t n) {
  char *p = get(n);
  for (size_t k = 0; k < n; k++) p[k] = 0;
  return p;
}

static struct job *shared;

static void *first(void *unused) {
  struct job *own = get_zeroed(sizeof *own);
  own->count++;    // no race
  shared->count++; // race
  return own;
}
static void *second(void *unused) {
  struct name *own = get_zeroed(sizeof *own);
  own->length++;   // no race
  struct job *mine = get(sizeof *mine);
  mine->count = 1; // no race
  shared->count++; // race
  return own;
}

int main(int argc, char **argv) {
  counting = argc > 1;
  shared = get_zeroed(sizeof *shared);
  pthread_t a, b;
  pthread_create(&a, 0, first, 0);
  pthread_create(&b, 0, second, 0);
  pthread_join(a, 0);
  pthread_join(b, 0);
  return shared->count; // no race
}
