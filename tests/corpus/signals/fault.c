// A handler of faults prints what it can before the process dies. It is reported, with a lower rank (tests/lit).
#include <signal.h>
#include <stdlib.h>
#include <unistd.h>

static int requests;

static void on_crash(int number) {
  if (requests) // race
    _exit(number);
}

int main(void) {
  signal(SIGSEGV, on_crash);
  signal(SIGABRT, on_crash);
  for (;;)
    requests++; // race
}
