// A buffer whose struct begins with the array: a pointer to the struct is a pointer to the array's first element as
// well, and yet the lock behind it is one lock.
#include <pthread.h>
#include <stdlib.h>

struct buffer {
  int items[8];
  int used;
  pthread_mutex_t lock;
  int limit[4];
  pthread_mutex_t locks[4];
};

static void put(struct buffer *b, int item) {
  pthread_mutex_lock(&b->lock);
  b->items[b->used] = item; // no race
  b->used = (b->used + 1) % 8; // no race
  pthread_mutex_unlock(&b->lock);
}

// One lock of several, and not for the element that it is for.
static void set_limit(struct buffer *b, int which, int other) {
  pthread_mutex_lock(&b->locks[which]);
  b->limit[other] = 1; // race
  pthread_mutex_unlock(&b->locks[which]);
}

static int last(struct buffer *b) {
  int item;
  pthread_mutex_lock(&b->lock);
  item = b->items[(b->used + 7) % 8]; // no race
  pthread_mutex_unlock(&b->lock);
  return item;
}

static void *produce(void *argument) {
  struct buffer *b = argument;
  for (int i = 0; i < 100; i++) put(b, i);
  set_limit(b, 1, 2);
  return NULL;
}

static void *consume(void *argument) {
  struct buffer *b = argument;
  int sum = 0;
  for (int i = 0; i < 100; i++) sum += last(b);
  set_limit(b, 2, sum & 3);
  return NULL;
}

int main(void) {
  struct buffer *b = calloc(1, sizeof *b);
  pthread_t producer, consumer;
  pthread_mutex_init(&b->lock, NULL);
  for (int i = 0; i < 4; i++) pthread_mutex_init(&b->locks[i], NULL);
  pthread_create(&producer, NULL, produce, b);
  pthread_create(&consumer, NULL, consume, b);
  pthread_join(producer, NULL);
  pthread_join(consumer, NULL);
  free(b);
  return 0;
}
