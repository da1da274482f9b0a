// A flag that a signal handler sets. volatile alone does not make it one that the two may share.
#include <signal.h>
#include <unistd.h>

static volatile int stop;
static enum { running, stopping } volatile state;
static volatile sig_atomic_t asked;

static void on_term(int signal) {
  (void)signal;
  stop = 1;         // race
  state = stopping; // race
  asked = 1;        // no race: volatile sig_atomic_t is for this
}

int main(void) {
  signal(SIGTERM, on_term);
  while (!stop && state == running && !asked) // race
    pause();
  return 0;
}
