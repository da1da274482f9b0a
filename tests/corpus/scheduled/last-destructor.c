// The C library calls the destructor of a value that sets it again four times. In the last round the detector takes the
// thread to have ended; what the destructor does then is no race with what the thread did, or with what was before it.
// scheduled
#include "part-schedule.h"

static pthread_key_t key;
static long of_thread[8], table[8];
static int shared;
static volatile int sink;

static void at_end(void *round) {
  long left = (long)round - 1;
  of_thread[left] += table[left]; // no race
  if (left)
    pthread_setspecific(key, (void *)left);
  else
    done(1);
}

static void *thread(void *unused) {
  shared = 1;                                   // race
  for (int i = 0; i < 8; i++) of_thread[i] = i; // no race
  pthread_setspecific(key, (void *)4L);
  return unused;
}

int main(void) {
  pthread_key_create(&key, at_end);
  for (int i = 0; i < 8; i++) table[i] = i; // no race
  pthread_attr_t detached;
  pthread_attr_init(&detached);
  pthread_attr_setdetachstate(&detached, PTHREAD_CREATE_DETACHED);
  pthread_t one;
  pthread_create(&one, &detached, thread, 0);
  after(1);
  sink = shared; // race
}
