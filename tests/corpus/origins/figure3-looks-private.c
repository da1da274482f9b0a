// policies
// As figure3.c, each worker with a buffer of its own; then main gives the reader the writer's.
#include <pthread.h>
#include <stdlib.h>

struct buffer {
  int used;
};

struct worker {
  pthread_t thread;
  struct buffer *f;
};

static void worker_init(struct worker *w) { w->f = calloc(1, sizeof *w->f); }

static void *run(void *argument) {
  struct worker *w = argument;
  w->f->used++; // race
  return NULL;
}

int main(void) {
  struct worker reader, writer;
  worker_init(&reader);
  worker_init(&writer);
  reader.f = writer.f;
  pthread_create(&reader.thread, NULL, run, &reader);
  pthread_create(&writer.thread, NULL, run, &writer);
  pthread_join(reader.thread, NULL);
  pthread_join(writer.thread, NULL);
  return writer.f->used; // no race
}
