// Every consumer has an index of its own: each gets every item.
#include <pthread.h>
#include <stdlib.h>

enum { places = 8 };
struct item {
  int value;
};
struct ring {
  pthread_mutex_t lock;
  pthread_cond_t changed;
  unsigned in, out, count;
  struct item *items[places];
};

static void put(struct ring *r, struct item *item) {
  pthread_mutex_lock(&r->lock);
  while (r->count == places)
    pthread_cond_wait(&r->changed, &r->lock);
  r->items[r->in] = item;        // no race
  r->in = (r->in + 1) % places; // no race
  r->count++;
  pthread_cond_broadcast(&r->changed);
  pthread_mutex_unlock(&r->lock);
}

static struct item *take(struct ring *r, unsigned *at) {
  pthread_mutex_lock(&r->lock);
  while (r->count == 0)
    pthread_cond_wait(&r->changed, &r->lock);
  struct item *item = r->items[*at]; // no race
  *at = (*at + 1) % places;
  r->count--;
  pthread_cond_broadcast(&r->changed);
  pthread_mutex_unlock(&r->lock);
  return item;
}

static void *producer(void *arg) {
  for (int i = 0; i < 10; i++) {
    struct item *item = malloc(sizeof *item);
    item->value = i; // missed: its memory may be what one consumer freed and the other still uses
    put(arg, item);
  }
  return NULL;
}

static void *consumer(void *arg) {
  unsigned at = 0;
  for (int i = 0; i < 5; i++) {
    struct item *item = take(arg, &at);
    item->value++; // race
    free(item);    // race
  }
  return NULL;
}

int main(void) {
  static struct ring r = {PTHREAD_MUTEX_INITIALIZER, PTHREAD_COND_INITIALIZER, 0, 0, 0, {NULL}};
  pthread_t p, c, d;
  pthread_create(&p, NULL, producer, &r);
  pthread_create(&c, NULL, consumer, &r);
  pthread_create(&d, NULL, consumer, &r);
  pthread_join(p, NULL);
  pthread_join(c, NULL);
  pthread_join(d, NULL);
  return 0;
}
