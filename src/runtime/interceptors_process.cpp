// The process: its forks, and its end.
#include "runtime/allocations.h"
#include "runtime/gate.h"
#include "runtime/init.h"
#include "runtime/intercept.h"
#include "runtime/memory.h"
#include "runtime/record.h"
#include "runtime/stacks.h"
#include "runtime/system.h"
#include "runtime/trace.h"

#include <linux/sched.h>
#include <pthread.h>
#include <signal.h>
#include <stdarg.h>
#include <stdlib.h>
#include <sys/syscall.h>
#include <unistd.h>

namespace steward::runtime {

namespace {

// In the child there is one thread, and what others held is free again (see SpinLock); what they may have been in the
// middle of changing is locked meanwhile. Objects of synchronisation are not: each is whole at any time, though its
// clock may lack what was just being added, which in the child nobody can tell.
void beforeFork() {
  Thread* thread = stewardCurrentThread;
  if (thread) ++thread->inRuntime;
  lockThreads();
  lockAllocations();
  lockCalls();
  lockMemory();
}

void leave() {
  Thread* thread = stewardCurrentThread;
  if (thread && --thread->inRuntime == 0 && thread->pendingSignals) deliverSignals(*thread);
}

void afterFork() {
  unlockMemory();
  unlockCalls();
  unlockAllocations();
  unlockThreads();
}

void inParent() {
  afterFork();
  leave();
}

void beginChild() {
  if (++SpinLock::process == 0) SpinLock::process = 1;
  openGate(); // who closed it is not here
  if (Thread* thread = stewardCurrentThread) remainAlone(*thread);
  finishAgain();
  stopTrace();
  startRecord();
}

void inChild() {
  afterFork();
  beginChild();
  leave();
}

struct CloneStart {
  int (*run)(void*);
  void* argument;
};

// Behind it the C library ends the process by itself.
int runCloned(void* given) {
  CloneStart start = *static_cast<CloneStart*>(given);
  inChild();
  return finish(start.run(start.argument));
}

// Of the system's calls, those that the child comes back from on a stack like its parent's, in memory of its own.
bool isFork(long number, long first, long second) {
  switch (number) {
  case SYS_fork:
    return true;
  case SYS_clone:
    return !(first & CLONE_VM) && !second;
  case SYS_clone3: {
    const auto* wishes = reinterpret_cast<const clone_args*>(first);
    return wishes && !(wishes->flags & CLONE_VM) && !wishes->stack;
  }
  default:
    return false;
  }
}

int quickStatus;
void atQuickExit() {
  int status = finish(quickStatus);
  if (status == quickStatus) return;
  for (;;) systemCall(SYS_exit_group, status);
}

} // namespace

// Registered before any of the program's: so ours is the last of what runs before a fork and at the end, and the first
// after a fork.
void watchProcess() {
  pthread_atfork(beforeFork, inParent, inChild);
  at_quick_exit(atQuickExit);
}

// A child that shares the memory would be taken for the thread that made it, and its end for the end of the process.
STEWARD_INTERCEPT(pid_t, vfork, ()) { return isReady ? fork() : REAL(vfork)(); }

STEWARD_INTERCEPT(pid_t, _Fork, ()) { // runs no handlers
  Entry entry;
  pid_t child = REAL(_Fork)();
  if (entry && child == 0) beginChild();
  return child;
}

// With memory of its own the child is that of a fork, for which nobody calls handlers.
STEWARD_INTERCEPT(int, clone, (int (*run)(void*), void* stack, int flags, void* argument, ...)) {
  va_list list;
  va_start(list, argument);
  auto* parentNumber = va_arg(list, void*);
  auto* locals = va_arg(list, void*);
  auto* childNumber = va_arg(list, void*);
  va_end(list);
  if (!isReady || flags & CLONE_VM) return REAL(clone)(run, stack, flags, argument, parentNumber, locals, childNumber);
  CloneStart start = {run, argument};
  beforeFork();
  int child = REAL(clone)(runCloned, stack, flags, &start, parentNumber, locals, childNumber);
  inParent();
  return child;
}

STEWARD_INTERCEPT(long, syscall, (long number, ...)) {
  va_list list;
  va_start(list, number);
  long given[6];
  for (long& value : given) value = va_arg(list, long);
  va_end(list);
  bool isForked = isFork(number, given[0], given[1]) && isReady;
  if (isForked) beforeFork();
  long got = REAL(syscall)(number, given[0], given[1], given[2], given[3], given[4], given[5]);
  if (isForked) got ? inParent() : inChild();
  return got;
}

STEWARD_INTERCEPT(void, _exit, (int status)) {
  status = finish(status);
  for (;;) systemCall(SYS_exit_group, status);
}

STEWARD_INTERCEPT(void, _Exit, (int status)) {
  status = finish(status);
  for (;;) systemCall(SYS_exit_group, status);
}

STEWARD_INTERCEPT(void, quick_exit, (int status)) {
  quickStatus = status;
  REAL(quick_exit)(status);
}

// A handler may take the process elsewhere; then this is not its end.
STEWARD_INTERCEPT(void, abort, ()) {
  struct sigaction action = {};
  sigaction(SIGABRT, nullptr, &action);
  if (action.sa_handler == SIG_DFL) finish(128 + SIGABRT);
  REAL(abort)();
}

} // namespace steward::runtime
