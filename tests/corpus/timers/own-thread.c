// A POSIX timer with SIGEV_THREAD: the function runs on a thread of its own, and again while it still runs.
#include <pthread.h>
#include <signal.h>
#include <string.h>
#include <time.h>

static pthread_mutex_t lock = PTHREAD_MUTEX_INITIALIZER;
static int ticks, guarded, mine, before;

static void on_tick(union sigval value) {
  (void)value;
  mine++; // race: with itself
  ticks++; // race
  pthread_mutex_lock(&lock);
  guarded += before; // no race
  pthread_mutex_unlock(&lock);
}

int main(void) {
  timer_t timer;
  struct sigevent event;
  struct itimerspec often = {{0, 1000}, {0, 1000}};
  before = 1; // no race
  memset(&event, 0, sizeof event);
  event.sigev_notify = SIGEV_THREAD;
  event.sigev_notify_function = on_tick;
  timer_create(CLOCK_MONOTONIC, &event, &timer);
  timer_settime(timer, 0, &often, NULL);
  while (ticks < 10) // race
    ;
  pthread_mutex_lock(&lock);
  int result = guarded; // no race
  pthread_mutex_unlock(&lock);
  return result;
}
