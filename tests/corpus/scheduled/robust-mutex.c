// Who takes a robust mutex whose owner has died is after all that the owner did.
// scheduled
#include "part-schedule.h"

#include <errno.h>

static pthread_mutex_t mutex, other;
static int left, outside;
static volatile int sink;

static void *first(void *unused) {
  pthread_mutex_lock(&mutex);
  left = 1;    // no race
  outside = 1; // race
  return unused;
}

static void *second(void *unused) {
  after(1);
  sink = outside; // race
  if (pthread_mutex_lock(&mutex) == EOWNERDEAD) pthread_mutex_consistent(&mutex);
  sink = left; // no race
  pthread_mutex_unlock(&mutex);
  return unused;
}

int main(void) {
  pthread_mutexattr_t attributes;
  pthread_mutexattr_init(&attributes);
  pthread_mutexattr_setrobust(&attributes, PTHREAD_MUTEX_ROBUST);
  pthread_mutex_init(&mutex, &attributes);
  pthread_t one, two;
  pthread_create(&two, 0, second, 0);
  pthread_create(&one, 0, first, 0);
  pthread_join(one, 0);
  done(1);
  pthread_join(two, 0);
}
