// A write races with one thread's read. Later all threads are ordered after the read; but a third one not after the
// write, and its read races too.
// scheduled
#include "part-schedule.h"

static pthread_mutex_t lock = PTHREAD_MUTEX_INITIALIZER, own = PTHREAD_MUTEX_INITIALIZER;
static _Alignas(8) volatile union {
  long whole;
  char bytes[8];
} shared, in_part;
static volatile int sink;

static void take(pthread_mutex_t* it) {
  pthread_mutex_lock(it);
  pthread_mutex_unlock(it);
}

static void* writer(void* unused) {
  shared.whole = 1;  // race
  in_part.whole = 1; // race
  done(1);
  after(3);
  take(&lock);
  done(4);
  return unused;
}

static void* reader(void* unused) {
  after(2);
  take(&lock);
  done(3);
  after(5);
  char seen = shared.bytes[3]; // race
  seen += in_part.bytes[3];    // race
  done(6);
  return seen ? unused : 0;
}

int main(void) {
  pthread_t threads[2];
  pthread_create(&threads[0], 0, writer, 0);
  pthread_create(&threads[1], 0, reader, 0);
  after(1);
  char seen = shared.whole == 1; // race
  seen += in_part.whole == 1;    // race
  take(&own);
  seen += in_part.bytes[0]; // race
  take(&lock);
  done(2);
  after(4);
  take(&lock);
  for (int i = 0; i < 100; i++) { // spans enough that the runtime looks at what has settled
    sink = i;
    take(&own);
  }
  seen += shared.bytes[0];  // imprecise: what makes it wait for the writer is not seen
  seen += in_part.bytes[1]; // imprecise: as above
  done(5);
  after(6);
  pthread_join(threads[0], 0);
  pthread_join(threads[1], 0);
  return seen;
}
