// A signal that is read from a descriptor: what came before it was sent is before that.
// scheduled
#include "part-schedule.h"

#include <signal.h>
#include <sys/signalfd.h>
#include <unistd.h>

static int descriptor, before, late;
static volatile int sink;

static void *first(void *unused) {
  before = 1; // imprecise: what these order is not looked at
  kill(getpid(), SIGUSR1);
  late = 1; // race
  done(1);
  return unused;
}

static void *second(void *unused) {
  after(1);
  struct signalfd_siginfo info;
  if (read(descriptor, &info, sizeof info) != sizeof info) return 0;
  sink = before; // imprecise: the same
  sink = late;   // race
  return unused;
}

int main(void) {
  sigset_t set;
  sigemptyset(&set);
  sigaddset(&set, SIGUSR1);
  pthread_sigmask(SIG_BLOCK, &set, 0);
  descriptor = signalfd(-1, &set, 0);
  pthread_t one, two;
  pthread_create(&one, 0, first, 0);
  pthread_create(&two, 0, second, 0);
  pthread_join(one, 0);
  pthread_join(two, 0);
}
