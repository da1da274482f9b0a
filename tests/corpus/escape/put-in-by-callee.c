// A function puts a new object into another one that is new, or returns it and gives back what it lies in as well: it is
// out when that is.
#include <pthread.h>
#include <stdlib.h>

struct part {
  int early, late;
};
struct whole {
  struct part *part;
};

struct whole *attached, *wrapped, *made;
pthread_mutex_t lock = PTHREAD_MUTEX_INITIALIZER;

static void show(struct whole **where, struct whole *w) {
  pthread_mutex_lock(&lock);
  *where = w; // no race
  pthread_mutex_unlock(&lock);
}

static struct whole *look(struct whole **where) {
  pthread_mutex_lock(&lock);
  struct whole *w = *where; // no race
  pthread_mutex_unlock(&lock);
  return w;
}

static void attach(struct whole *w, struct part *p) { w->part = p; }
static void pass(struct part *p, struct whole *w) { attach(w, p); }

static void wrap(struct part *p, struct whole **whole) {
  *whole = malloc(sizeof **whole);
  (*whole)->part = p; // imprecise: what is read again from the variable of the caller is not known to be new
}

static struct part *make(struct whole **whole) {
  struct whole *w = malloc(sizeof *w);
  w->part = malloc(sizeof *w->part);
  *whole = w;
  return w->part;
}

void *attaches(void *arg) {
  struct whole *w = malloc(sizeof *w);
  struct part *p = malloc(sizeof *p);
  pass(p, w);
  p->early = 1; // imprecise: the function that shows it stores into any of three variables
  show(&attached, w);
  p->late = 2; // race
  return arg;
}

void *wraps(void *arg) {
  struct whole *w;
  struct part *p = malloc(sizeof *p);
  wrap(p, &w);
  show(&wrapped, w);
  p->late = 2; // race
  return arg;
}

void *makes(void *arg) {
  struct whole *w;
  struct part *p = make(&w);
  show(&made, w);
  p->late = 2; // race
  return arg;
}

void *reader(void *arg) {
  struct whole *a = look(&attached), *b = look(&wrapped), *c = look(&made);
  int sum = 0;
  if (a) sum += a->part->early; // imprecise: as above
  if (a) sum += a->part->late;  // race
  if (b) sum += b->part->late;  // race
  if (c) sum += c->part->late;  // race
  return sum ? arg : NULL;
}

int main(void) {
  pthread_t threads[4];
  pthread_create(&threads[0], NULL, attaches, NULL);
  pthread_create(&threads[1], NULL, wraps, NULL);
  pthread_create(&threads[2], NULL, makes, NULL);
  pthread_create(&threads[3], NULL, reader, NULL);
  for (int i = 0; i < 4; i++) pthread_join(threads[i], NULL);
  return 0;
}
