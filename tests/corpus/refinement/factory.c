// refinement
// Connections are put together by functions that call each other, and the buffer is allocated at the bottom of them. Each
// thread gets a connection of its own.
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
  struct buffer *b = malloc(sizeof *b);
  b->used = used; // no race
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
  c->channel.in->used++;                       // no race; unrefined: false alarm
  c->channel.out->used += c->channel.in->used; // no race; unrefined: false alarm
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
