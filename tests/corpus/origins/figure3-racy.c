// policies
// As figure3.c, but what the common function allocates, it allocates once for all.
#include <pthread.h>
#include <stdlib.h>

struct buffer {
  int used;
};

struct worker {
  pthread_t thread;
  struct buffer *f;
};

static struct buffer *only;

static void worker_init(struct worker *w) {
  if (!only) only = calloc(1, sizeof *only);
  w->f = only;
}

static struct worker *reader_new(void) {
  struct worker *w = malloc(sizeof *w);
  worker_init(w);
  return w;
}

static struct worker *writer_new(void) {
  struct worker *w = malloc(sizeof *w);
  worker_init(w);
  return w;
}

static void *run(void *argument) {
  struct worker *w = argument;
  w->f->used++; // race
  return NULL;
}

int main(void) {
  struct worker *reader = reader_new(), *writer = writer_new();
  pthread_create(&reader->thread, NULL, run, reader);
  pthread_create(&writer->thread, NULL, run, writer);
  pthread_join(reader->thread, NULL);
  pthread_join(writer->thread, NULL);
  return only->used; // no race
}
