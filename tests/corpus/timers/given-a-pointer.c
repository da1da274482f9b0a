// What a timer's function is given is a member of the struct too. Two timers with counters of their own.
#include <signal.h>
#include <stdatomic.h>
#include <stdlib.h>
#include <time.h>

struct counter {
  atomic_int ticks;
  int last;
};

static struct counter first;

static void count_first(union sigval value) {
  struct counter *counter = value.sival_ptr;
  counter->ticks++; // no race
  counter->last = counter->ticks; // race: with itself, and main
}

static void count_second(union sigval value) {
  struct counter *counter = value.sival_ptr;
  counter->ticks++; // no race
}

static timer_t start(void (*function)(union sigval), struct counter *counter) {
  timer_t timer;
  struct sigevent event = {.sigev_notify = SIGEV_THREAD};
  event.sigev_notify_function = function;
  event.sigev_value.sival_ptr = counter;
  timer_create(CLOCK_REALTIME, &event, &timer);
  return timer;
}

int main(void) {
  struct counter *second = calloc(1, sizeof *second);
  second->last = 7; // no race
  start(count_first, &first);
  start(count_second, second);
  second->last = 8; // no race: only the first timer's function writes that
  return first.last; // race
}
