// The same through functions that check what locking says.
#include <pthread.h>
#include <stdlib.h>

struct queue {
  pthread_mutex_t *lock;
  int count, unguarded;
};

static struct queue *queue_new(void) {
  struct queue *q = malloc(sizeof *q);
  q->count = q->unguarded = 0;
  q->lock = malloc(sizeof *q->lock);
  pthread_mutex_init(q->lock, NULL);
  return q;
}

static struct queue *queues[4];

static void enter(pthread_mutex_t *lock) {
  if (pthread_mutex_lock(lock) != 0)
    abort();
}

static void leave(pthread_mutex_t *lock) {
  if (pthread_mutex_unlock(lock) != 0)
    abort();
}

static void put(struct queue *q) {
  enter(q->lock);
  q->count++; // no race
  leave(q->lock);
  q->unguarded++; // race
}

void *worker(void *arg) {
  for (int i = 0; i < 4; i++)
    put(queues[i]);
  return arg;
}

int main(void) {
  pthread_t a, b;
  for (int i = 0; i < 4; i++)
    queues[i] = queue_new();
  pthread_create(&a, NULL, worker, NULL);
  pthread_create(&b, NULL, worker, NULL);
  pthread_join(a, NULL);
  pthread_join(b, NULL);
  return 0;
}
