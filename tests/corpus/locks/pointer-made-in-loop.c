// Locks and queues are made anew for each batch of threads, at one place.
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

static struct queue *current;
static pthread_mutex_t *total_lock;
static int total;

void *worker(void *arg) {
  pthread_mutex_lock(current->lock);
  current->count++; // imprecise: the pointer to the queue is read twice
  pthread_mutex_unlock(current->lock);
  pthread_mutex_lock(total_lock);
  total++; // no race
  pthread_mutex_unlock(total_lock);
  return arg;
}

static void batch(void) {
  pthread_t x, y;
  current = queue_new();              // no race
  total_lock = queue_new()->lock;     // no race
  pthread_create(&x, NULL, worker, NULL);
  pthread_create(&y, NULL, worker, NULL);
  pthread_join(x, NULL);
  pthread_join(y, NULL);
}

int main(void) {
  pthread_t a, b;
  for (int i = 0; i < 3; i++)
    batch();
  pthread_create(&a, NULL, worker, NULL);
  pthread_create(&b, NULL, worker, NULL);
  pthread_join(a, NULL);
  pthread_join(b, NULL);
  return 0;
}
