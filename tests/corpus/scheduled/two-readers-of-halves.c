// A half of a word that two threads have read, one of which goes on to read the other half in later spans: both are kept.
// scheduled
#include "part-schedule.h"

#include <semaphore.h>

static union {
  volatile long all;
  volatile int halves[2];
  volatile char bytes[8];
} word;
static sem_t released;
static volatile int sink;

static void *first(void *unused) {
  sink = word.halves[0]; // race
  done(1);
  after(2);
  return unused;
}

static void *second(void *unused) {
  after(1);
  (void)word.bytes[6]; // no race
  sem_post(&released);
  (void)word.all; // no race
  sem_post(&released);
  (void)word.halves[1]; // no race
  sem_post(&released);
  word.bytes[1] = 1; // race
  done(2);
  return unused;
}

int main(void) {
  pthread_t one, two;
  sem_init(&released, 0, 0);
  pthread_create(&one, 0, first, 0);
  pthread_create(&two, 0, second, 0);
  pthread_join(one, 0);
  pthread_join(two, 0);
  return 0;
}
