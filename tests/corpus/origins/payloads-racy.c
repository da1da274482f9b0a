// policies
// Two queues with two kinds of payload; a listener looks into the wrong one, without its lock.
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

static struct queue orders = {PTHREAD_MUTEX_INITIALIZER, {0}, 0}, samples = {PTHREAD_MUTEX_INITIALIZER, {0}, 0};

static void put(struct queue *q, void *item) {
  q->items[q->count++] = item; // no race
}

static void *take(struct queue *q) {
  return q->count > 0 ? q->items[--q->count] : NULL; // race
}

static void *seller(void *argument) {
  pthread_mutex_lock(&orders.lock);
  struct order *o = take(&orders);
  if (o) o->number = o->price; // race
  pthread_mutex_unlock(&orders.lock);
  return argument;
}

static void *listener(void *argument) {
  pthread_mutex_lock(&samples.lock);
  struct order *o = take(&orders);
  if (o) o->number = 0; // race
  pthread_mutex_unlock(&samples.lock);
  return argument;
}

int main(void) {
  pthread_t one, two;
  struct order *o = malloc(sizeof *o);
  o->number = 1; // no race
  o->price = 10; // no race
  put(&orders, o);
  pthread_create(&one, 0, seller, 0);
  pthread_create(&two, 0, listener, 0);
  pthread_join(one, 0);
  pthread_join(two, 0);
  return o->number; // no race
}
