// policies
// refinement
// O2's figure 3 in C: two kinds of thread object share the function that initialises what they have in common. What it
// allocates belongs to the thread whose object is initialised.
#include <pthread.h>
#include <stdlib.h>

struct buffer {
  int used;
};

struct worker {
  pthread_t thread;
  struct buffer *f;
};

static void worker_init(struct worker *w) {
  w->f = malloc(sizeof *w->f);
  w->f->used = 0; // no race
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
  w->f->used++; // no race; none, object:1, unrefined: false alarm
  return NULL;
}

int main(void) {
  struct worker *reader = reader_new(), *writer = writer_new();
  pthread_create(&reader->thread, NULL, run, reader);
  pthread_create(&writer->thread, NULL, run, writer);
  pthread_join(reader->thread, NULL);
  pthread_join(writer->thread, NULL);
  return reader->f->used + writer->f->used; // no race
}
