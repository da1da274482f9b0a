// Any number of buffers, each with a lock of its own for the array in it, first or not.
#include <pthread.h>
#include <stdlib.h>

struct front {
  int items[8];
  int used;
  pthread_mutex_t lock;
};
struct back {
  pthread_mutex_t lock;
  int used;
  int items[8];
  int seen[8];
};

static struct front *fronts[16];
static struct back *backs[16];

static void put_front(struct front *b, int item) {
  pthread_mutex_lock(&b->lock);
  b->items[b->used % 8] = item; // no race
  b->used++;                    // no race
  pthread_mutex_unlock(&b->lock);
}

static void put_back(struct back *b, int item) {
  pthread_mutex_lock(&b->lock);
  b->items[b->used % 8] = item; // no race
  b->used++;                    // no race
  pthread_mutex_unlock(&b->lock);
}

// The lock of one buffer, the array of another.
static void copy(struct back *from, struct back *to) {
  pthread_mutex_lock(&from->lock);
  to->seen[from->used % 8] = 1; // race
  pthread_mutex_unlock(&from->lock);
}

static void *work(void *argument) {
  long k = (long)argument;
  put_front(fronts[k % 16], 1);
  put_front(fronts[(k + 1) % 16], 1);
  put_back(backs[k % 16], 1);
  put_back(backs[(k + 1) % 16], 1);
  copy(backs[k % 16], backs[(k + 1) % 16]);
  return NULL;
}

int main(void) {
  pthread_t t[4];
  for (int i = 0; i < 16; i++) {
    fronts[i] = calloc(1, sizeof *fronts[i]);
    pthread_mutex_init(&fronts[i]->lock, NULL);
    backs[i] = calloc(1, sizeof *backs[i]);
    pthread_mutex_init(&backs[i]->lock, NULL);
  }
  for (long i = 0; i < 4; i++) pthread_create(&t[i], NULL, work, (void *)i);
  for (int i = 0; i < 4; i++) pthread_join(t[i], NULL);
  return 0;
}
