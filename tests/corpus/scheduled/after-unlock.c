// What is done behind the lock is not ordered by it, though the other thread takes the lock later.
// scheduled
#include "part-schedule.h"

pthread_mutex_t lock = PTHREAD_MUTEX_INITIALIZER;
int guarded, behind;

static void *other(void *unused) {
  (void)unused;
  after(1);
  pthread_mutex_lock(&lock);
  int seen = guarded; // no race
  pthread_mutex_unlock(&lock);
  seen += behind; // race
  done(2);
  return seen ? &guarded : 0;
}

int main(void) {
  pthread_t thread;
  pthread_create(&thread, 0, other, 0);
  pthread_mutex_lock(&lock);
  guarded = 1; // no race
  pthread_mutex_unlock(&lock);
  behind = 1; // race
  done(1);
  after(2);
  pthread_join(thread, 0);
  return 0;
}
