// A work queue: a bounded buffer under a mutex, with two condition variables, as servers have it. The queue itself is
// right. The flag that asks the workers to stop is not: it is set without the lock that they hold when they read it.
#include <pthread.h>
#include <stdio.h>

enum { CAPACITY = 16, WORKERS = 3, JOBS = 100 };

static struct {
  pthread_mutex_t lock;
  pthread_cond_t not_empty, not_full;
  int jobs[CAPACITY];
  int first, count;
  int stop;
} queue = {.lock = PTHREAD_MUTEX_INITIALIZER,
           .not_empty = PTHREAD_COND_INITIALIZER,
           .not_full = PTHREAD_COND_INITIALIZER};

static long done;

static void put(int job) {
  pthread_mutex_lock(&queue.lock);
  while (queue.count == CAPACITY)
    pthread_cond_wait(&queue.not_full, &queue.lock);
  queue.jobs[(queue.first + queue.count++) % CAPACITY] = job;
  pthread_cond_signal(&queue.not_empty);
  pthread_mutex_unlock(&queue.lock);
}

// Takes a job, or returns 0 when there is none and there will be none.
static int take(int *job) {
  pthread_mutex_lock(&queue.lock);
  while (queue.count == 0 && !queue.stop)
    pthread_cond_wait(&queue.not_empty, &queue.lock);
  int found = queue.count > 0;
  if (found) {
    *job = queue.jobs[queue.first];
    queue.first = (queue.first + 1) % CAPACITY;
    queue.count--;
    pthread_cond_signal(&queue.not_full);
  }
  pthread_mutex_unlock(&queue.lock);
  return found;
}

static void *worker(void *argument) {
  int job;
  while (take(&job)) {
    pthread_mutex_lock(&queue.lock);
    done += job;
    pthread_mutex_unlock(&queue.lock);
  }
  return argument;
}

int main(void) {
  pthread_t workers[WORKERS];
  for (int i = 0; i < WORKERS; i++)
    pthread_create(&workers[i], NULL, worker, NULL);
  for (int i = 0; i < JOBS; i++)
    put(i);
  queue.stop = 1;
  pthread_cond_broadcast(&queue.not_empty);
  for (int i = 0; i < WORKERS; i++)
    pthread_join(workers[i], NULL);
  printf("%ld\n", done);
  return 0;
}
