// As much of GLib as uses-glib.c needs, made as GLib is: of atomic operations in a library that is not compiled for Steward.
#include <pthread.h>
#include <sched.h>
#include <stddef.h>
#include <stdlib.h>

void g_mutex_init(int *mutex) { *mutex = 0; }
void g_mutex_clear(int *mutex) { *mutex = 0; }
int g_mutex_trylock(int *mutex) { return !__atomic_exchange_n(mutex, 1, __ATOMIC_ACQUIRE); }
void g_mutex_lock(int *mutex) {
  while (!g_mutex_trylock(mutex)) sched_yield();
}
void g_mutex_unlock(int *mutex) { __atomic_store_n(mutex, 0, __ATOMIC_RELEASE); }

void g_cond_signal(int *condition) { __atomic_add_fetch(condition, 1, __ATOMIC_RELEASE); }
void g_cond_wait(int *condition, int *mutex) {
  int before = __atomic_load_n(condition, __ATOMIC_RELAXED);
  __atomic_store_n(mutex, 0, __ATOMIC_RELEASE);
  while (__atomic_load_n(condition, __ATOMIC_ACQUIRE) == before) sched_yield();
  while (__atomic_exchange_n(mutex, 1, __ATOMIC_ACQUIRE)) sched_yield();
}

int g_once_init_enter(volatile size_t *flag) {
  static int lock;
  while (__atomic_exchange_n(&lock, 1, __ATOMIC_ACQUIRE)) {
    if (__atomic_load_n(flag, __ATOMIC_ACQUIRE)) return 0;
    sched_yield();
  }
  return !*flag;
}
void g_once_init_leave(volatile size_t *flag, size_t result) { __atomic_store_n(flag, result, __ATOMIC_RELEASE); }

struct queue {
  int mutex, count;
  void *items[64];
};
struct queue *g_async_queue_new(void) { return calloc(1, sizeof(struct queue)); }
void g_async_queue_push(struct queue *queue, void *item) {
  while (__atomic_exchange_n(&queue->mutex, 1, __ATOMIC_ACQUIRE)) sched_yield();
  queue->items[queue->count++] = item;
  __atomic_store_n(&queue->mutex, 0, __ATOMIC_RELEASE);
}
void *g_async_queue_pop(struct queue *queue) {
  for (void *item = 0;; sched_yield()) {
    while (__atomic_exchange_n(&queue->mutex, 1, __ATOMIC_ACQUIRE)) sched_yield();
    if (queue->count) item = queue->items[--queue->count];
    __atomic_store_n(&queue->mutex, 0, __ATOMIC_RELEASE);
    if (item) return item;
  }
}

typedef void work(void *, void *);
struct pool {
  work *function;
  void *argument;
  int isExclusive;
  pthread_t threads[8];
  int count;
};
struct job {
  struct pool *pool;
  void *data;
};
static void *run(void *argument) {
  struct job *job = argument;
  job->pool->function(job->data, job->pool->argument);
  return 0;
}
struct pool *g_thread_pool_new(work *function, void *argument, int most, int isExclusive, void **error) {
  struct pool *pool = calloc(1, sizeof *pool);
  pool->function = function;
  pool->argument = argument;
  return pool;
}
int g_thread_pool_push(struct pool *pool, void *data, void **error) {
  struct job *job = malloc(sizeof *job);
  job->pool = pool;
  job->data = data;
  return !pthread_create(&pool->threads[pool->count++], 0, run, job);
}
void g_thread_pool_free(struct pool *pool, int isImmediate, int waits) {
  while (pool->count) pthread_join(pool->threads[--pool->count], 0);
  free(pool);
}
