// Threads start, end and are waited for: what the creator did is before the thread, the thread before who joined it.
#include "runtime/intercept.h"
#include "runtime/memory.h"
#include "runtime/shadow.h"
#include "runtime/stacks.h"
#include "runtime/system.h"
#include "runtime/trace.h"

#include <pthread.h>
#include <signal.h>
#include <sys/syscall.h>
#include <threads.h>

namespace steward::runtime {

namespace {

constexpr long maskBytes = 8; // of the kernel's signal mask

struct Start {
  Thread* thread;
  void* (*routine)(void*);
  int (*routineC11)(void*);
  void* argument;
  uint64_t signalMask;
  bool setsMask;
};

void setMask(uint64_t mask, uint64_t* before) {
  systemCall(SYS_rt_sigprocmask, SIG_SETMASK, long(&mask), long(before), maskBytes);
}

// Signals wait until the thread is known.
Start begin(void* argument) {
  Start start = *static_cast<Start*>(argument);
  release(argument, sizeof(Start));
  beginThread(*start.thread);
  if (start.setsMask) setMask(start.signalMask, nullptr);
  return start;
}

void* run(void* argument) {
  Start start = begin(argument);
  return start.routine(start.argument);
}

int runC11(void* argument) {
  Start start = begin(argument);
  return start.routineC11(start.argument);
}

// `create` makes the thread and returns whether it did.
template <typename Create>
int startThread(Thread& creator, Start start, bool isDetached, const void* frame, Create create, const void* handle) {
  checkAccess(creator, AccessKind::Write, handle, sizeof(pthread_t), nullptr, frame);
  start.thread = &addThread(creator, captureStackAgain(creator, frame), isDetached);
  start.thread->entry = start.routine ? uintptr_t(start.routine) : uintptr_t(start.routineC11);
  auto* kept = static_cast<Start*>(allocate(sizeof(Start)));
  setMask(~uint64_t(0), &start.signalMask);
  *kept = start;
  int status = create(kept);
  setMask(start.signalMask, nullptr);
  if (status == 0) {
    setHandle(*start.thread, static_cast<const uint64_t*>(handle));
  } else {
    release(kept, sizeof(Start));
    dropThread(*start.thread);
  }
  return status;
}

void readAttributes(const pthread_attr_t& attributes, Start& start, bool& isDetached) {
  sigset_t mask;
  int state = PTHREAD_CREATE_JOINABLE;
  pthread_attr_getdetachstate(&attributes, &state);
  isDetached = state == PTHREAD_CREATE_DETACHED;
  start.setsMask = pthread_attr_getsigmask_np(&attributes, &mask) == PTHREAD_ATTR_NO_SIGMASK_NP;
}

bool hasDefaults; // the program has said what threads have that are given none

void readDefaults(Start& start, bool& isDetached) {
  pthread_attr_t attributes;
  if (!__atomic_load_n(&hasDefaults, __ATOMIC_RELAXED) || pthread_getattr_default_np(&attributes)) return;
  readAttributes(attributes, start, isDetached);
  pthread_attr_destroy(&attributes);
}

Thread* joinable(uint64_t handle) {
  Entry entry;
  return entry ? findByHandle(handle) : nullptr;
}

// While it waits, it counts as one that knows what the other knows: so it will, if the other ends.
void setJoining(Thread* thread) {
  Entry entry;
  if (entry) __atomic_store_n(&entry->joining, thread && !thread->isDetached ? thread : nullptr, __ATOMIC_RELEASE);
}

void joined(Thread* thread) {
  Entry entry;
  if (!entry || !thread) return;
  traceThread(TraceKind::Join, *entry, thread);
  acquire(*entry, thread->clock);
  forgetHandle(*thread);
}

void detached(Thread* thread) {
  Entry entry;
  if (entry && thread) setDetached(*thread);
}

} // namespace

STEWARD_INTERCEPT(int, pthread_create,
                  (pthread_t * handle, const pthread_attr_t* attributes, void* (*routine)(void*), void* argument)) {
  Entry entry;
  if (!entry) return REAL(pthread_create)(handle, attributes, routine, argument);
  Start start = {};
  start.routine = routine;
  start.argument = argument;
  start.setsMask = true;
  bool isDetached = false;
  if (attributes)
    readAttributes(*attributes, start, isDetached);
  else
    readDefaults(start, isDetached);
  return startThread(
      *entry, start, isDetached, STEWARD_FRAME,
      [&](Start* kept) { return REAL(pthread_create)(handle, attributes, run, kept); }, handle);
}

STEWARD_INTERCEPT(int, pthread_setattr_default_np, (const pthread_attr_t* attributes)) {
  __atomic_store_n(&hasDefaults, true, __ATOMIC_RELAXED);
  return REAL(pthread_setattr_default_np)(attributes);
}

STEWARD_INTERCEPT(int, pthread_join, (pthread_t handle, void** result)) {
  Thread* thread = joinable(handle);
  setJoining(thread);
  int status = REAL(pthread_join)(handle, result);
  if (status == 0) joined(thread);
  setJoining(nullptr);
  return status;
}

STEWARD_INTERCEPT(int, pthread_tryjoin_np, (pthread_t handle, void** result)) {
  Thread* thread = joinable(handle);
  int status = REAL(pthread_tryjoin_np)(handle, result);
  if (status == 0) joined(thread);
  return status;
}

STEWARD_INTERCEPT(int, pthread_timedjoin_np, (pthread_t handle, void** result, const timespec* until)) {
  Thread* thread = joinable(handle);
  int status = REAL(pthread_timedjoin_np)(handle, result, until);
  if (status == 0) joined(thread);
  return status;
}

STEWARD_INTERCEPT(int, pthread_clockjoin_np,
                  (pthread_t handle, void** result, clockid_t clock, const timespec* until)) {
  Thread* thread = joinable(handle);
  int status = REAL(pthread_clockjoin_np)(handle, result, clock, until);
  if (status == 0) joined(thread);
  return status;
}

STEWARD_INTERCEPT(int, pthread_detach, (pthread_t handle)) {
  Thread* thread = joinable(handle);
  int status = REAL(pthread_detach)(handle);
  if (status == 0) detached(thread);
  return status;
}

STEWARD_INTERCEPT(int, pthread_setname_np, (pthread_t handle, const char* name)) {
  if (Thread* thread = joinable(handle)) setThreadName(*thread, name);
  return REAL(pthread_setname_np)(handle, name);
}

STEWARD_INTERCEPT(int, thrd_create, (thrd_t * handle, thrd_start_t routine, void* argument)) {
  Entry entry;
  if (!entry) return REAL(thrd_create)(handle, routine, argument);
  Start start = {};
  start.routineC11 = routine;
  start.argument = argument;
  start.setsMask = true;
  bool isDetached = false;
  readDefaults(start, isDetached);
  return startThread(
      *entry, start, isDetached, STEWARD_FRAME, [&](Start* kept) { return REAL(thrd_create)(handle, runC11, kept); },
      handle);
}

STEWARD_INTERCEPT(int, thrd_join, (thrd_t handle, int* result)) {
  Thread* thread = joinable(handle);
  int status = REAL(thrd_join)(handle, result);
  if (status == thrd_success) joined(thread);
  return status;
}

STEWARD_INTERCEPT(int, thrd_detach, (thrd_t handle)) {
  Thread* thread = joinable(handle);
  int status = REAL(thrd_detach)(handle);
  if (status == thrd_success) detached(thread);
  return status;
}

} // namespace steward::runtime
