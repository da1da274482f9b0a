// Atomics that need no lock may be shared with a handler; so may what is only read.
#include <signal.h>
#include <stdatomic.h>
#include <unistd.h>

static atomic_int stop;
static _Atomic unsigned long ticks;
static int verbose;

static void on_alarm(int number) {
  (void)number;
  ticks++;          // no race
  if (verbose)      // no race
    stop = 1;       // no race
}

int main(int argc, char **argv) {
  (void)argv;
  verbose = argc > 1; // no race
  signal(SIGALRM, on_alarm);
  while (!stop && ticks < 10) // no race
    pause();
  return 0;
}
