// The lock of one queue is held while another one is changed.
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

static void move(struct queue *from, struct queue *to) {
  pthread_mutex_lock(from->lock);
  from->count--; // race
  to->count++;   // race
  pthread_mutex_unlock(from->lock);
}

void *worker(void *arg) {
  for (int i = 0; i < 3; i++)
    move(queues[i], queues[i + 1]);
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
