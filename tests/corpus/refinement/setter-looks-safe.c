// refinement
// As setter.c, but the second worker is a copy of the first before it gets a buffer of its own, and keeps the old one
// when there is one.
#include <pthread.h>
#include <stdlib.h>

struct buffer {
  int used;
};

struct worker {
  int number;
  struct buffer *buffer;
};

static struct buffer first, second;

static void set_buffer(struct worker *w, struct buffer *b) {
  if (w->buffer) return;
  w->buffer = b;
}

static struct buffer *get_buffer(struct worker *w) { return w->buffer; }

static void *work(void *argument) {
  get_buffer(argument)->used++; // race
  return NULL;
}

int main(void) {
  struct worker a = {1, NULL}, b = {2, NULL};
  set_buffer(&a, &first);
  b = a;
  set_buffer(&b, &second);
  pthread_t one, two;
  pthread_create(&one, NULL, work, &a);
  pthread_create(&two, NULL, work, &b);
  pthread_join(one, NULL);
  pthread_join(two, NULL);
  return first.used + second.used; // no race
}
