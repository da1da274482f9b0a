#include <pthread.h>
#include <stddef.h>
#include <stdlib.h>

void g_mutex_lock(int *), g_mutex_unlock(int *), g_cond_wait(int *, int *), g_cond_signal(int *);
int g_mutex_trylock(int *), g_once_init_enter(volatile size_t *);
void g_once_init_leave(volatile size_t *, size_t);
void *g_async_queue_new(void), *g_async_queue_pop(void *);
void g_async_queue_push(void *, void *);
void *g_thread_pool_new(void (*)(void *, void *), void *, int, int, void **);
int g_thread_pool_push(void *, void *, void **);
void g_thread_pool_free(void *, int, int);

static int mutex, condition, counter, ready, unlocked, numbers[8];
static size_t flag;
static int initialised;
static void *queue;

static void *work(void *unused) {
  for (int i = 0; i < 100; i++) {
    g_mutex_lock(&mutex);
    counter++;
    g_mutex_unlock(&mutex);
    if (g_mutex_trylock(&mutex)) {
      counter++;
      g_mutex_unlock(&mutex);
    }
  }
  if (!__atomic_load_n(&flag, __ATOMIC_ACQUIRE) && g_once_init_enter(&flag)) {
    initialised = 1;
    g_once_init_leave(&flag, 1);
  }
  if (initialised != 1) abort();
  unlocked++;
  return unused;
}

static void *receive(void *unused) {
  for (int i = 0; i < 8; i++) ++*(int *)g_async_queue_pop(queue);
  g_mutex_lock(&mutex);
  while (!ready) g_cond_wait(&condition, &mutex);
  counter = ready;
  g_mutex_unlock(&mutex);
  return unused;
}

static void add(void *number, void *by) { *(int *)number += *(int *)by; }

int main(void) {
  pthread_t one, two;
  pthread_create(&one, 0, work, 0);
  pthread_create(&two, 0, work, 0);
  pthread_join(one, 0);
  pthread_join(two, 0);
  queue = g_async_queue_new();
  pthread_create(&one, 0, receive, 0);
  for (int i = 0; i < 8; i++) {
    numbers[i] = i;
    g_async_queue_push(queue, &numbers[i]);
  }
  g_mutex_lock(&mutex);
  ready = 1;
  g_cond_signal(&condition);
  g_mutex_unlock(&mutex);
  pthread_join(one, 0);
  int by = 2;
  void *pool = g_thread_pool_new(add, &by, 2, 1, 0);
  for (int i = 0; i < 8; i++) {
    numbers[i]--;
    g_thread_pool_push(pool, &numbers[i], 0);
  }
  g_thread_pool_free(pool, 0, 1);
  return numbers[7] != 9;
}
