// Two things make the system lay out a process so that the shadow has no room: the old layout, in which libraries and
// mappings grow upwards from a third of the address space (`ulimit -s unlimited`, `setarch -L`), and a limit on the
// address space (`ulimit -v`). The first is mended by starting again with a large but finite stack, or without the
// flag; the stack's limit is then put back. The second only where the hard limit allows it.
#include "runtime/layout.h"

#include "runtime/system.h"

#include <pthread.h>
#include <sys/personality.h>
#include <sys/resource.h>
#include <sys/syscall.h>
#include <unistd.h>

namespace steward::runtime {

namespace {

constexpr const char mark[] = "STEWARD_STARTED_AGAIN="; // in the environment; its value says what is to be put back
constexpr rlim_t stackToStart = rlim_t(1) << 30;        // a quarter of a per mille of the space: fits, and is ample
constexpr size_t unlimitedThreadStack = 2 << 20;        // what the C library gives threads when there is no limit

// Takes the mark out of the environment; what followed it, or 0.
char takeMark(char** environment) {
  for (char** at = environment; at && *at; ++at) {
    unsigned i = 0;
    while (mark[i] && (*at)[i] == mark[i]) ++i;
    if (mark[i]) continue;
    char value = (*at)[i];
    do at[0] = at[1];
    while (*at++);
    return value ? value : '-';
  }
  return 0;
}

[[noreturn]] void startAgain(char** arguments, char** environment, bool restoreStack) {
  static char entry[sizeof mark + 1];
  unsigned i = 0;
  for (; mark[i]; ++i) entry[i] = mark[i];
  entry[i] = restoreStack ? 's' : '-';
  unsigned count = 0;
  while (environment[count]) ++count;
  static char* marked[4096];
  if (count + 2 > sizeof marked / sizeof *marked) stop("the environment has too many variables to start again with");
  for (unsigned j = 0; j < count; ++j) marked[j] = environment[j];
  marked[count] = entry;
  systemCall(SYS_execve, long("/proc/self/exe"), long(arguments), long(marked));
  stop("the program could not be started again with a smaller stack; try `ulimit -s 8192`");
}

} // namespace

void fitLayout(char** arguments, char** environment) {
  rlimit space = {}, stack = {};
  systemCall(SYS_prlimit64, 0, RLIMIT_AS, 0, long(&space));
  systemCall(SYS_prlimit64, 0, RLIMIT_STACK, 0, long(&stack));
  if (space.rlim_cur != RLIM_INFINITY) {
    if (space.rlim_max != RLIM_INFINITY)
      stop("the address space is limited (`ulimit -v`), and the detector needs a large part of it for its shadow");
    space.rlim_cur = RLIM_INFINITY;
    systemCall(SYS_prlimit64, 0, RLIMIT_AS, long(&space), 0);
  }

  char before = takeMark(environment);
  if (before == 's') {
    stack.rlim_cur = RLIM_INFINITY;
    systemCall(SYS_prlimit64, 0, RLIMIT_STACK, long(&stack), 0);
    pthread_attr_t attributes; // the C library took the limit of the start as what threads get
    if (pthread_attr_init(&attributes) == 0) {
      pthread_attr_setstacksize(&attributes, unlimitedThreadStack);
      pthread_setattr_default_np(&attributes);
      pthread_attr_destroy(&attributes);
    }
  }
  if (before || !arguments) return;

  long flags = systemCall(SYS_personality, 0xffffffff);
  bool isOld = flags >= 0 && (flags & ADDR_COMPAT_LAYOUT);
  if (isOld) systemCall(SYS_personality, flags & ~long(ADDR_COMPAT_LAYOUT));
  bool isUnlimited = stack.rlim_cur == RLIM_INFINITY;
  if (isUnlimited) {
    stack.rlim_cur = stackToStart;
    systemCall(SYS_prlimit64, 0, RLIMIT_STACK, long(&stack), 0);
  }
  if (isOld || isUnlimited) startAgain(arguments, environment, isUnlimited);
}

} // namespace steward::runtime
