// A lock that is held for the body of a loop that goes round once: macros for "with the lock held", in two ways that
// such macros are written.
#include <pthread.h>

#define WITH(lock) \
  for (int once = (pthread_mutex_lock(lock), 1); once; once = (pthread_mutex_unlock(lock), 0))

#define SYNCHRONISED(lock)                                                                            \
  for (unsigned turn = 0; turn ? (pthread_mutex_unlock(lock), 0) : (pthread_mutex_lock(lock), 1); turn = 1) \
    for (unsigned inner = 0; !inner; inner = 1)

static pthread_mutex_t mutex = PTHREAD_MUTEX_INITIALIZER;
static int first, second, third, behind, left;

static void *work(void *argument) {
  int seen = 0;
  WITH(&mutex) {
    first++; // no race
    seen = first; // no race
  }
  SYNCHRONISED(&mutex) {
    second += seen; // no race
    if (second > 10) break; // no race
    seen = second; // no race
  }
  WITH(&mutex) {
    third++; // no race
  }
  behind += seen; // race
  SYNCHRONISED(&mutex) left++; // race
  return argument;
}

// Goes out of the loop without letting go, which only looks like a mistake of the macro: the lock is still held.
static void *leave(void *argument) {
  WITH(&mutex) {
    if (third > 3) break; // no race
    third = 0;            // no race
  }
  left++; // race
  return argument;
}

int main(void) {
  pthread_t a, b, c;
  pthread_create(&a, NULL, work, NULL);
  pthread_create(&b, NULL, work, NULL);
  pthread_create(&c, NULL, leave, NULL);
  pthread_join(a, NULL);
  pthread_join(b, NULL);
  pthread_join(c, NULL);
  return 0;
}
