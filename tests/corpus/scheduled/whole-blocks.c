// Memory that two threads go through as a whole: in no order, in order, and only read; and atomic operations that
// publish, against plain ones.
// scheduled
#include "part-schedule.h"

#include <string.h>

enum { bytes = 8192 };
char written[bytes] __attribute__((aligned(512))), copied[bytes] __attribute__((aligned(512)));
char ordered[bytes] __attribute__((aligned(512))), common[bytes] __attribute__((aligned(512)));
char mine[bytes], yours[bytes];
pthread_mutex_t lock = PTHREAD_MUTEX_INITIALIZER;
long published, counted;

static void *first(void *unused) {
  memset(written, 1, bytes);   // race
  memcpy(mine, copied, bytes); // race
  memcpy(mine, common, bytes); // no race
  pthread_mutex_lock(&lock);
  memset(ordered, 1, bytes); // no race
  pthread_mutex_unlock(&lock);
  for (int i = 0; i < 2; i++) __atomic_store_n(&published, i, __ATOMIC_RELEASE); // race
  for (int i = 0; i < 2; i++) __atomic_fetch_add(&counted, 1, __ATOMIC_ACQ_REL); // race
  done(1);
  return unused;
}

static void *second(void *unused) {
  after(1);
  memset(written, 2, bytes);    // race
  memset(copied, 2, bytes);     // race
  memcpy(yours, common, bytes); // no race
  published = 3;                // race
  counted = 3;                  // race
  pthread_mutex_lock(&lock);
  memset(ordered, 2, bytes); // no race
  pthread_mutex_unlock(&lock);
  return unused;
}

int main(void) {
  pthread_t one, two;
  pthread_create(&one, 0, first, 0);
  pthread_create(&two, 0, second, 0);
  pthread_join(one, 0);
  pthread_join(two, 0);
  return written[1] + ordered[2] + mine[3] + yours[4] == 77; // no race
}
