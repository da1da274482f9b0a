// policies
// Two queues of void* with two kinds of payload. The consumers start when everything has been put; each works on its
// own kind, with the lock of its queue.
#include <pthread.h>
#include <stdlib.h>

struct queue {
  pthread_mutex_t lock;
  void *items[8];
  int count;
};

struct order {
  int number, price;
};
struct sample {
  int number, level;
};

static struct queue orders = {PTHREAD_MUTEX_INITIALIZER, {0}, 0}, samples = {PTHREAD_MUTEX_INITIALIZER, {0}, 0};

static void put(struct queue *q, void *item) {
  q->items[q->count++] = item; // no race
}

static void *take(struct queue *q) {
  return q->count > 0 ? q->items[--q->count] : NULL; // no race
}

static void *seller(void *argument) {
  pthread_mutex_lock(&orders.lock);
  struct order *o = take(&orders);
  if (o) o->number = o->price; // no race
  pthread_mutex_unlock(&orders.lock);
  return argument;
}

static void *listener(void *argument) {
  pthread_mutex_lock(&samples.lock);
  struct sample *s = take(&samples);
  if (s) s->number = s->level; // no race
  pthread_mutex_unlock(&samples.lock);
  return argument;
}

int main(void) {
  pthread_t t[4];
  struct order *o = malloc(sizeof *o);
  struct sample *s = malloc(sizeof *s);
  o->number = 1; // no race
  o->price = 10; // no race
  s->number = 2; // no race
  s->level = 20; // no race
  put(&orders, o);
  put(&samples, s);
  pthread_create(&t[0], 0, seller, 0);
  pthread_create(&t[1], 0, seller, 0);
  pthread_create(&t[2], 0, listener, 0);
  pthread_create(&t[3], 0, listener, 0);
  for (int i = 0; i < 4; i++) pthread_join(t[i], 0);
  return o->number + s->number; // no race
}
