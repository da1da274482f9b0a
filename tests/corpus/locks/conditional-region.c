// Lock, use and unlock under one condition that does not change; and uses that only look like it.
// optimised
#include <pthread.h>
#include <stdlib.h>

struct job {
  int is_shared, is_urgent;
};

int same, between, changed, other, compared, opposite;
pthread_mutex_t lock = PTHREAD_MUTEX_INITIALIZER;

static void by_value(int is_shared, int is_urgent) {
  if (is_shared)
    pthread_mutex_lock(&lock);
  if (is_shared)
    same++; // no race
  between++; // race: also when nothing is shared
  if (is_urgent)
    other++; // race: another condition
  if (!is_shared)
    opposite++; // race
  if (is_shared)
    pthread_mutex_unlock(&lock);
}

static void by_number(int level) {
  if (level >= 2)
    pthread_mutex_lock(&lock);
  if (level > 5)
    compared++; // no race: more than 5 is at least 2
  if (level >= 2)
    pthread_mutex_unlock(&lock);
}

static void by_variable(int is_shared, int next) {
  if (is_shared)
    pthread_mutex_lock(&lock);
  int was_shared = is_shared;
  is_shared = next;
  if (is_shared)
    changed++; // race
  if (was_shared)
    pthread_mutex_unlock(&lock);
}

void *worker(void *arg) {
  struct job *job = arg;
  by_value(job->is_shared, job->is_urgent);
  by_number(job->is_shared + job->is_urgent);
  by_variable(job->is_shared, job->is_urgent);
  return NULL;
}

int main(int argc, char **argv) {
  pthread_t a, b;
  struct job jobs[2] = {{argc > 1, argc > 2}, {argv[argc - 1][0] == 'x', argc > 3}};
  pthread_create(&a, NULL, worker, &jobs[0]);
  pthread_create(&b, NULL, worker, &jobs[1]);
  pthread_join(a, NULL);
  pthread_join(b, NULL);
  return 0;
}
