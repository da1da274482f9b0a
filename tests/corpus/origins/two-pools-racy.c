// policies
// As two-pools.c, but jobs of both pools count into one variable, each under the lock of its own pool.
#include <pthread.h>
#include <stddef.h>

struct job {
  struct job *next;
  int *counter;
};

struct pool {
  pthread_mutex_t lock;
  struct job *queue;
  pthread_t threads[2];
};

static struct pool disk = {PTHREAD_MUTEX_INITIALIZER, NULL, {0}}, net = {PTHREAD_MUTEX_INITIALIZER, NULL, {0}};
static int both;

static void submit(struct pool *p, struct job *j) {
  pthread_mutex_lock(&p->lock);
  j->next = p->queue; // no race; callsite:2: false alarm
  p->queue = j;       // no race
  pthread_mutex_unlock(&p->lock);
}

static struct job *take(struct pool *p) {
  struct job *j = p->queue;     // no race
  if (j) p->queue = j->next;    // no race; callsite:2: false alarm
  return j;
}

static void *worker(void *argument) {
  struct pool *p = argument;
  for (;;) {
    pthread_mutex_lock(&p->lock);
    struct job *j = take(p);
    if (j) (*j->counter)++; // race
    pthread_mutex_unlock(&p->lock);
    if (!j) return NULL;
  }
}

static void pool_start(struct pool *p) {
  for (int i = 0; i < 2; i++) pthread_create(&p->threads[i], NULL, worker, p);
}

static void pool_wait(struct pool *p) {
  for (int i = 0; i < 2; i++) pthread_join(p->threads[i], NULL);
}

int main(void) {
  struct job read = {NULL, &both}, packet = {NULL, &both};
  pool_start(&disk);
  pool_start(&net);
  submit(&disk, &read);
  submit(&net, &packet);
  pool_wait(&disk);
  pool_wait(&net);
  return both; // no race
}
