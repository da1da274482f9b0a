// A function gets a new object and another one that it lies in, and lets that out: by the whole, or by what is read from
// it.
#include <pthread.h>
#include <stdlib.h>

struct part {
  int early, late;
};
struct whole {
  struct part *part;
};

struct whole *current;
struct part *inner;
pthread_mutex_t lock = PTHREAD_MUTEX_INITIALIZER;

static void show(struct whole *w) {
  pthread_mutex_lock(&lock);
  current = w; // no race
  pthread_mutex_unlock(&lock);
}

static void finish(struct whole *w, struct part *p) {
  p->early = 1; // no race
  show(w);
  p->late = 2; // race
}

static void take_out(struct whole *w, struct part *p) {
  p->early = 1; // no race
  pthread_mutex_lock(&lock);
  inner = w->part; // no race
  pthread_mutex_unlock(&lock);
  p->late = 2; // race
}

void *stores(void *arg) {
  struct whole *w = malloc(sizeof *w);
  struct part *p = malloc(sizeof *p);
  w->part = p;
  finish(w, p);
  return arg;
}

void *reads(void *arg) {
  struct whole *w = malloc(sizeof *w);
  w->part = malloc(sizeof *w->part);
  finish(w, w->part);
  return arg;
}

void *keeps(void *arg) {
  struct part *p = malloc(sizeof *p);
  struct whole w = {p};
  take_out(&w, p);
  return arg;
}

void *reader(void *arg) {
  pthread_mutex_lock(&lock);
  struct whole *w = current; // no race
  struct part *p = inner;    // no race
  pthread_mutex_unlock(&lock);
  int sum = 0;
  if (w) sum += w->part->early; // no race
  if (w) sum += w->part->late;  // race
  if (p) sum += p->early;       // no race
  if (p) sum += p->late;        // race
  return sum ? arg : NULL;
}

int main(void) {
  pthread_t threads[4];
  pthread_create(&threads[0], NULL, stores, NULL);
  pthread_create(&threads[1], NULL, reads, NULL);
  pthread_create(&threads[2], NULL, keeps, NULL);
  pthread_create(&threads[3], NULL, reader, NULL);
  for (int i = 0; i < 4; i++) pthread_join(threads[i], NULL);
  return 0;
}
