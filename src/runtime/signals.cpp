// The program's handlers are called from one of ours. Faults of the program itself (SIGSEGV and its like) are passed on
// at once, wherever they come from; the rest waits while the thread is inside the runtime.
//
// What the thread that installed a handler did before is before the handler; so is what a thread did before it sent the
// signal by a call that we see.
#include "runtime/signals.h"

#include "runtime/accesses.h"
#include "runtime/descriptors.h"
#include "runtime/intercept.h"
#include "runtime/sync.h"
#include "runtime/system.h"

#include <errno.h>
#include <signal.h>
#include <sys/syscall.h>
#include <ucontext.h>
#include <unistd.h>

namespace steward::runtime {

namespace {

constexpr int signalCount = 65;

struct Action {
  struct sigaction program; // as the program gave it
  bool isOurs;              // whether the system calls us for it
};
Action actions[signalCount];
SpinLock lock;

// One of a kind for each thread: the signal is blocked while it waits.
__attribute__((tls_model("initial-exec"))) __thread siginfo_t* waiting;

bool isFault(int signal, const siginfo_t* info) {
  switch (signal) {
  case SIGSEGV:
  case SIGBUS:
  case SIGILL:
  case SIGFPE:
  case SIGTRAP:
  case SIGSYS:
    return info->si_code > 0; // the kernel's, not sent by someone
  case SIGABRT:
    return true;
  default:
    return false;
  }
}

void callHandler(Thread* thread, int signal, siginfo_t* info, void* context) {
  struct sigaction action;
  uint32_t depth = thread ? thread->inRuntime : 0;
  // One that waited is delivered by the check that it waited for, not by a signal; see passGate().
  uintptr_t checkFrame = thread ? thread->checkFrame : 0;
  if (thread) thread->checkFrame = uintptr_t(__builtin_frame_address(0)) + leastOfSignal;
  // One that interrupted the shortest way is inside, like one that interrupted a check: what it does itself on that way
  // would say that it is over.
  bool inTouch = thread && thread->inTouch;
  if (inTouch) ++thread->inCheck;
  if (thread) thread->inRuntime = depth + 1;
  lock.lock();
  action = actions[signal].program;
  if (action.sa_flags & SA_RESETHAND) actions[signal].program.sa_handler = SIG_DFL;
  lock.unlock();
  if (thread) {
    lookAtGate(*thread);
    // What the interrupted code has read is not after what the handler is after. (A fault may come from anywhere.)
    if (thread->lateCount && !depth && !stewardLocksHeld) checkLateLoads(*thread);
    acquireFrom(*thread, &actions[signal]);
    thread->inRuntime = 0; // the handler is the program's; it may also never return here
    if (thread->pendingSignals) deliverSignals(*thread);
  }
  if (action.sa_flags & SA_SIGINFO)
    action.sa_sigaction(signal, info, context);
  else if (action.sa_handler != SIG_DFL && action.sa_handler != SIG_IGN)
    action.sa_handler(signal);
  if (!thread) return;
  thread->checkFrame = checkFrame;
  if (inTouch) {
    thread->inTouch = true;
    __atomic_signal_fence(__ATOMIC_SEQ_CST);
    --thread->inCheck;
  }
  goBackInside(*thread, depth);
}

// The C library's function for it is one that is watched: it would run as if the program had called it, locks or not.
void addTo(sigset_t& set, int signal) { *reinterpret_cast<uint64_t*>(&set) |= uint64_t(1) << (signal - 1); }

// Checks hold locks without an Entry; with one, the end of that will do.
void unlocked() {
  Thread* thread = stewardCurrentThread;
  if (thread && thread->inRuntime == 0 && thread->pendingSignals) deliverSignals(*thread);
}

void handle(int signal, siginfo_t* info, void* context) {
  int before = errno;
  Thread* thread = stewardCurrentThread;
  if (!thread && !hasThreadEnded()) thread = &currentThread();
  if (thread && (thread->inRuntime || stewardLocksHeld) && !isFault(signal, info)) {
    SpinLock::whenUnlocked = unlocked;
    if (!waiting) waiting = static_cast<siginfo_t*>(mapPages(signalCount * sizeof(siginfo_t)));
    waiting[signal] = *info;
    thread->pendingSignals |= uint64_t(1) << (signal - 1);
    if (stewardLocksHeld) stewardLocksHeld |= signalMark;
    addTo(static_cast<ucontext_t*>(context)->uc_sigmask, signal); // until it was delivered
  } else {
    callHandler(thread, signal, info, context);
  }
  errno = before;
}

} // namespace

STEWARD_INTERCEPT(int, sigaction, (int signal, const struct sigaction* action, struct sigaction* old)) {
  if (!isReady || signal < 1 || signal >= signalCount) return REAL(sigaction)(signal, action, old);
  Entry entry;
  if (!entry) return REAL(sigaction)(signal, action, old);
  struct sigaction given = {}, installed = {}, before = {};
  if (action) {
    given = installed = *action;
    bool isHandler = action->sa_handler != SIG_DFL && action->sa_handler != SIG_IGN;
    if (isHandler) {
      installed.sa_sigaction = handle;
      installed.sa_flags |= SA_SIGINFO;
    }
    releaseTo(*entry, &actions[signal]);
  }
  // Nothing may arrive between the two halves of the change.
  uint64_t all = ~uint64_t(0), mask;
  systemCall(SYS_rt_sigprocmask, SIG_SETMASK, long(&all), long(&mask), sizeof all);
  lock.lock();
  int status = REAL(sigaction)(signal, action ? &installed : nullptr, &before);
  if (status == 0) {
    Action& known = actions[signal];
    if (before.sa_sigaction == handle && (before.sa_flags & SA_SIGINFO)) before = known.program;
    if (action) known.program = given;
  }
  lock.unlock();
  systemCall(SYS_rt_sigprocmask, SIG_SETMASK, long(&mask), 0, sizeof all);
  if (status == 0 && old) *old = before;
  if (action) READS(action, sizeof *action)
  if (status == 0) WRITES(old, sizeof *old)
  return status;
}

namespace {

sighandler_t installSimple(int signal, sighandler_t handler, int flags, bool blocksItself) {
  struct sigaction action = {}, old = {};
  action.sa_handler = handler;
  action.sa_flags = flags;
  if (blocksItself && signal > 0 && signal < signalCount) addTo(action.sa_mask, signal);
  if (stewards_sigaction(signal, &action, &old)) return SIG_ERR;
  return old.sa_handler;
}

} // namespace

STEWARD_INTERCEPT(sighandler_t, signal, (int signal, sighandler_t handler)) {
  if (!isReady) return REAL(signal)(signal, handler);
  return installSimple(signal, handler, SA_RESTART, true);
}
STEWARD_INTERCEPT(sighandler_t, bsd_signal, (int signal, sighandler_t handler)) {
  return installSimple(signal, handler, SA_RESTART, true);
}
STEWARD_INTERCEPT(sighandler_t, sysv_signal, (int signal, sighandler_t handler)) {
  return installSimple(signal, handler, int(SA_RESETHAND | SA_NODEFER), false);
}
STEWARD_INTERCEPT(sighandler_t, __sysv_signal, (int signal, sighandler_t handler)) {
  return installSimple(signal, handler, int(SA_RESETHAND | SA_NODEFER), false);
}

// Sending.
void releaseToSignal(Thread& thread, int signal) {
  if (signal <= 0 || signal >= signalCount) return;
  releaseTo(thread, &actions[signal]);
  releaseSignalDescriptors(thread);
}
#define STEWARD_SENDS(name, parameters, arguments)                                                                     \
  STEWARD_INTERCEPT(int, name, parameters) {                                                                           \
    {                                                                                                                  \
      Entry entry;                                                                                                     \
      if (entry) releaseToSignal(*entry, signal);                                                                      \
    }                                                                                                                  \
    return REAL(name) arguments;                                                                                       \
  }
STEWARD_SENDS(raise, (int signal), (signal))
STEWARD_SENDS(kill, (pid_t process, int signal), (process, signal))
STEWARD_SENDS(pthread_kill, (pthread_t thread, int signal), (thread, signal))
STEWARD_SENDS(sigqueue, (pid_t process, int signal, const union sigval value), (process, signal, value))
STEWARD_SENDS(pthread_sigqueue, (pthread_t thread, int signal, const union sigval value), (thread, signal, value))

#define STEWARD_RECEIVES(name, parameters, arguments, received)                                                        \
  STEWARD_INTERCEPT(int, name, parameters) {                                                                           \
    int status = REAL(name) arguments;                                                                                 \
    int number = received;                                                                                             \
    if (number > 0 && number < signalCount) {                                                                          \
      Entry entry;                                                                                                     \
      if (entry) acquireFrom(*entry, &actions[number]);                                                                \
    }                                                                                                                  \
    return status;                                                                                                     \
  }
STEWARD_RECEIVES(sigwait, (const sigset_t* set, int* signal), (set, signal), status == 0 ? *signal : 0)
STEWARD_RECEIVES(sigwaitinfo, (const sigset_t* set, siginfo_t* info), (set, info), status)
STEWARD_RECEIVES(sigtimedwait, (const sigset_t* set, siginfo_t* info, const timespec* time), (set, info, time), status)

STEWARD_INTERCEPT(int, signalfd, (int fd, const sigset_t* set, int flags)) {
  int got = REAL(signalfd)(fd, set, flags);
  if (got >= 0) setSignalDescriptor(got);
  return got;
}

void deliverSignals(Thread& thread) {
  int before = errno;
  while (uint64_t pending = thread.pendingSignals) {
    int signal = __builtin_ctzll(pending) + 1;
    uint64_t blocked = ~uint64_t(0), mask;
    systemCall(SYS_rt_sigprocmask, SIG_SETMASK, long(&blocked), long(&mask), sizeof mask);
    thread.pendingSignals &= ~(uint64_t(1) << (signal - 1));
    siginfo_t info = waiting[signal];
    // The mask as the system would have set it for the handler.
    uint64_t after = mask & ~(uint64_t(1) << (signal - 1)), during = after;
    const struct sigaction& action = actions[signal].program;
    during |= *reinterpret_cast<const uint64_t*>(&action.sa_mask);
    if (!(action.sa_flags & SA_NODEFER)) during |= uint64_t(1) << (signal - 1);
    ucontext_t context = {};
    *reinterpret_cast<uint64_t*>(&context.uc_sigmask) = after;
    systemCall(SYS_rt_sigprocmask, SIG_SETMASK, long(&during), 0, sizeof mask);
    callHandler(&thread, signal, &info, &context);
    systemCall(SYS_rt_sigprocmask, SIG_SETMASK, long(&after), 0, sizeof mask);
  }
  errno = before;
}

} // namespace steward::runtime
