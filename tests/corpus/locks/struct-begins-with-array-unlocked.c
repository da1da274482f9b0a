// The same with a read that leaves the lock out.
#include <pthread.h>
#include <stdlib.h>

struct buffer {
  int items[8];
  int used;
  pthread_mutex_t lock;
};

static void *produce(void *argument) {
  struct buffer *b = argument;
  for (int i = 0; i < 100; i++) {
    pthread_mutex_lock(&b->lock);
    b->items[b->used] = i;       // race
    b->used = (b->used + 1) % 8; // no race
    pthread_mutex_unlock(&b->lock);
  }
  return NULL;
}

static void *consume(void *argument) {
  struct buffer *b = argument;
  pthread_mutex_lock(&b->lock);
  int used = b->used; // no race
  pthread_mutex_unlock(&b->lock);
  return used ? (void *)(long)b->items[used - 1] : NULL; // race
}

int main(void) {
  struct buffer *b = calloc(1, sizeof *b);
  pthread_t producer, consumer;
  pthread_mutex_init(&b->lock, NULL);
  pthread_create(&producer, NULL, produce, b);
  pthread_create(&consumer, NULL, consume, b);
  pthread_join(producer, NULL);
  pthread_join(consumer, NULL);
  free(b);
  return 0;
}
