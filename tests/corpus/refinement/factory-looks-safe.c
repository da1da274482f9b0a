// refinement
// As factory.c, but the function at the bottom keeps one buffer for output, which all connections get.
#include <pthread.h>
#include <stdlib.h>

struct buffer {
  int used;
  char bytes[64];
};

struct channel {
  struct buffer *in, *out;
};

struct connection {
  int id;
  struct channel channel;
};

static void buffer_init(struct buffer **place, int used) {
  static struct buffer *output;
  struct buffer *b = used && output ? output : malloc(sizeof *b);
  b->used = used; // no race
  if (used) output = b;
  *place = b;
}

static void channel_init(struct channel *c) {
  buffer_init(&c->in, 0);
  buffer_init(&c->out, 1);
}

static void connection_init(struct connection *c, int id) {
  c->id = id;
  channel_init(&c->channel);
}

static void *serve(void *argument) {
  struct connection *c = argument;
  c->channel.in->used++;                       // imprecise: that only output buffers are kept is up to a number
  c->channel.out->used += c->channel.in->used; // race
  return NULL;
}

int main(void) {
  struct connection a, b;
  connection_init(&a, 1);
  connection_init(&b, 2);
  pthread_t one, two;
  pthread_create(&one, NULL, serve, &a);
  pthread_create(&two, NULL, serve, &b);
  pthread_join(one, NULL);
  pthread_join(two, NULL);
  return a.channel.in->used + b.channel.in->used; // no race
}
