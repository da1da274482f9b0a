// policies
// Two producers and two consumers over two queues of void*: one pair passes orders, the other samples. What is passed is
// written before it is put and read after it is taken, under the queue's lock.
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
static int sold, loudest;

static void put(struct queue *q, void *item) {
  pthread_mutex_lock(&q->lock);
  if (q->count < 8)                // no race
    q->items[q->count++] = item;   // no race
  pthread_mutex_unlock(&q->lock);
}

static void *take(struct queue *q) {
  void *item = NULL;
  pthread_mutex_lock(&q->lock);
  if (q->count > 0)                // no race
    item = q->items[--q->count];   // no race
  pthread_mutex_unlock(&q->lock);
  return item;
}

static void *seller(void *argument) {
  struct order *o = take(&orders);
  if (o) sold += o->price; // no race
  return argument;
}

static void *listener(void *argument) {
  struct sample *s = take(&samples);
  if (s) loudest += s->level; // no race
  return argument;
}

static void *shop(void *argument) {
  struct order *o = malloc(sizeof *o);
  o->number = 1; // no race
  o->price = 10; // no race
  put(&orders, o);
  return argument;
}

static void *microphone(void *argument) {
  struct sample *s = malloc(sizeof *s);
  s->number = 1; // no race
  s->level = 3;  // no race
  put(&samples, s);
  return argument;
}

int main(void) {
  pthread_t t[4];
  pthread_create(&t[0], 0, shop, 0);
  pthread_create(&t[1], 0, microphone, 0);
  pthread_create(&t[2], 0, seller, 0);
  pthread_create(&t[3], 0, listener, 0);
  for (int i = 0; i < 4; i++) pthread_join(t[i], 0);
  return sold + loudest; // no race
}
