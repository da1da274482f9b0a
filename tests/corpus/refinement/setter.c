// refinement
// Workers are given their buffers by a function that all of them share.
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
  if (w->buffer) abort();
  w->buffer = b;
}

static struct buffer *get_buffer(struct worker *w) { return w->buffer; }

static void *work(void *argument) {
  get_buffer(argument)->used++; // no race; unrefined: false alarm
  return NULL;
}

int main(void) {
  struct worker a = {1, NULL}, b = {2, NULL};
  set_buffer(&a, &first);
  set_buffer(&b, &second);
  pthread_t one, two;
  pthread_create(&one, NULL, work, &a);
  pthread_create(&two, NULL, work, &b);
  pthread_join(one, NULL);
  pthread_join(two, NULL);
  return first.used + second.used; // no race
}
