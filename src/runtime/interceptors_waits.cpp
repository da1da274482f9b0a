// Conditions, barriers, semaphores, and what is run once.
#include "runtime/code_range.h"
#include "runtime/intercept.h"
#include "runtime/locks.h"
#include "runtime/once.h"
#include "runtime/system.h"
#include "runtime/trace.h"

#include <fcntl.h>
#include <linux/futex.h>
#include <pthread.h>
#include <semaphore.h>
#include <stdarg.h>
#include <sys/syscall.h>
#include <threads.h>

namespace steward::runtime {

namespace {

// Conditions order nothing by themselves: a wait gives the mutex back and takes it again. A thread that is cancelled
// while it waits has the mutex again before its cleanup runs.
struct Waiting {
  const void* mutex;
  const void* frame;
};

void beforeWait(const Waiting& waiting) {
  Entry entry;
  if (entry) givingBack(*entry, waiting.mutex, waiting.frame);
}

void afterWait(void* argument) {
  auto& waiting = *static_cast<Waiting*>(argument);
  Entry entry;
  if (entry) takenExclusive(*entry, waiting.mutex, waiting.frame);
}

} // namespace

#define STEWARD_WAITS(version, name, parameters, arguments)                                                            \
  STEWARD_INTERCEPT_VERSION(int, name, version, parameters) {                                                          \
    if (STEWARD_IS_CALLED_BY_OPENMP) return REAL(name) arguments;                                                      \
    Waiting waiting = {mutex, STEWARD_FRAME};                                                                          \
    int status;                                                                                                        \
    beforeWait(waiting);                                                                                               \
    pthread_cleanup_push(afterWait, &waiting);                                                                         \
    status = REAL(name) arguments;                                                                                     \
    pthread_cleanup_pop(1);                                                                                            \
    return status;                                                                                                     \
  }
#define STEWARD_CONDITION_VERSION "GLIBC_2.3.2" // there is an older one that works differently
STEWARD_WAITS(STEWARD_CONDITION_VERSION, pthread_cond_wait, (pthread_cond_t * condition, pthread_mutex_t* mutex),
              (condition, mutex))
STEWARD_WAITS(STEWARD_CONDITION_VERSION, pthread_cond_timedwait,
              (pthread_cond_t * condition, pthread_mutex_t* mutex, const timespec* until), (condition, mutex, until))
STEWARD_WAITS(nullptr, pthread_cond_clockwait,
              (pthread_cond_t * condition, pthread_mutex_t* mutex, clockid_t clock, const timespec* until),
              (condition, mutex, clock, until))
STEWARD_WAITS(nullptr, cnd_wait, (cnd_t * condition, mtx_t* mutex), (condition, mutex))
STEWARD_WAITS(nullptr, cnd_timedwait, (cnd_t * condition, mtx_t* mutex, const timespec* until),
              (condition, mutex, until))

// Barriers order all that arrived in a round before all that leave it. A thread may arrive in the next round while
// others still leave this one, so two clocks take turns; one is emptied when everybody has left the round that it was
// of.
STEWARD_INTERCEPT(int, pthread_barrier_init,
                  (pthread_barrier_t * barrier, const pthread_barrierattr_t* attributes, unsigned count)) {
  int status = REAL(pthread_barrier_init)(barrier, attributes, count);
  if (status) return status;
  Entry entry;
  if (!entry) return status;
  dropSync(barrier);
  SyncSection section(barrier);
  section.make().expected = count;
  return status;
}

STEWARD_INTERCEPT(int, pthread_barrier_wait, (pthread_barrier_t * barrier)) {
  uint32_t turn = 0, round = 0;
  {
    Entry entry;
    if (entry) {
      SyncSection section(barrier);
      Sync& sync = section.make();
      round = sync.round;
      turn = round % 2;
      VectorClock& clock = turn ? sync.other : sync.clock;
      if (sync.arrived == 0 && sync.leaving[turn] == 0) clock.clear();
      traceSync(TraceKind::Release, *entry, barrier, round);
      release(*entry, clock);
      if (++sync.arrived == sync.expected) {
        sync.leaving[turn] += sync.arrived;
        sync.arrived = 0;
        ++sync.round;
      }
    }
  }
  int status = REAL(pthread_barrier_wait)(barrier);
  if (status == 0 || status == PTHREAD_BARRIER_SERIAL_THREAD) {
    Entry entry;
    if (entry) {
      SyncSection section(barrier);
      traceSync(TraceKind::Acquire, *entry, barrier, round);
      if (Sync* sync = section.find()) {
        acquire(*entry, turn ? sync->other : sync->clock);
        if (sync->leaving[turn]) --sync->leaving[turn];
      }
    }
  }
  return status;
}

STEWARD_INTERCEPT(int, pthread_barrier_destroy, (pthread_barrier_t * barrier)) {
  int status = REAL(pthread_barrier_destroy)(barrier);
  Entry entry;
  if (entry && status == 0) dropSync(barrier);
  return status;
}

// Semaphores: a post is before the waits that come after it.
#define STEWARD_SEMAPHORE_WAITS(name, parameters, arguments)                                                           \
  STEWARD_INTERCEPT(int, name, parameters) {                                                                           \
    int status = REAL(name) arguments;                                                                                 \
    if (status == 0) {                                                                                                 \
      Entry entry;                                                                                                     \
      if (entry) acquireFrom(*entry, semaphore);                                                                       \
    }                                                                                                                  \
    return status;                                                                                                     \
  }
STEWARD_SEMAPHORE_WAITS(sem_wait, (sem_t * semaphore), (semaphore))
STEWARD_SEMAPHORE_WAITS(sem_trywait, (sem_t * semaphore), (semaphore))
STEWARD_SEMAPHORE_WAITS(sem_timedwait, (sem_t * semaphore, const timespec* until), (semaphore, until))
STEWARD_SEMAPHORE_WAITS(sem_clockwait, (sem_t * semaphore, clockid_t clock, const timespec* until),
                        (semaphore, clock, until))
STEWARD_SEMAPHORE_WAITS(sem_getvalue, (sem_t * semaphore, int* value), (semaphore, value))

STEWARD_INTERCEPT(int, sem_post, (sem_t * semaphore)) {
  {
    Entry entry;
    if (entry) releaseTo(*entry, semaphore);
  }
  return REAL(sem_post)(semaphore);
}

STEWARD_INTERCEPT(int, sem_init, (sem_t * semaphore, int shared, unsigned value)) {
  {
    Entry entry;
    if (entry) dropSync(semaphore);
  }
  return REAL(sem_init)(semaphore, shared, value);
}

STEWARD_INTERCEPT(int, sem_destroy, (sem_t * semaphore)) {
  int status = REAL(sem_destroy)(semaphore);
  Entry entry;
  if (entry && status == 0) dropSync(semaphore);
  return status;
}

// Once. The routine has no argument, so the thread keeps what is to be run; the C library calls runOnce in it.
namespace {

void runOnce() {
  Thread* thread = stewardCurrentThread;
  void (*routine)() = thread->onceRoutine;
  void* control = thread->onceControl;
  {
    Entry entry; // after one that was left before it was done
    if (entry) acquireFrom(*entry, control);
  }
  callOnce(routine, control);
}

template <typename Call>
int once(void* control, void (*routine)(), Call call) {
  {
    Entry entry;
    if (!entry) return call(routine);
    entry->onceRoutine = routine;
    entry->onceControl = control;
  }
  int status = call(runOnce);
  Entry entry;
  if (entry) acquireFrom(*entry, control);
  return status;
}

} // namespace

STEWARD_INTERCEPT(int, pthread_once, (pthread_once_t * control, void (*routine)())) {
  return once(control, routine, [&](void (*run)()) { return REAL(pthread_once)(control, run); });
}

STEWARD_INTERCEPT(void, call_once, (once_flag * flag, void (*routine)())) {
  once(flag, routine, [&](void (*run)()) {
    REAL(call_once)(flag, run);
    return 0;
  });
}

// Static locals of C++. The library that defines these may be linked into the program itself, where there is no next
// one to ask, so they are done here, with the same meaning of the guard's bytes: the first says done.
namespace {

constexpr uint32_t guardDone = 1, guardBusy = 1 << 8, guardAwaited = 1 << 16;

void leaveGuard(uint32_t* guard, uint32_t value) {
  {
    Entry entry;
    if (entry) releaseTo(*entry, guard);
  }
  if (__atomic_exchange_n(guard, value, __ATOMIC_ACQ_REL) & guardAwaited)
    systemCall(SYS_futex, long(guard), FUTEX_WAKE_PRIVATE, INT32_MAX);
}

} // namespace

STEWARD_INTERCEPT(int, __cxa_guard_acquire, (uint32_t* guard)) {
  for (;;) {
    uint32_t seen = 0;
    bool isFirst = __atomic_compare_exchange_n(guard, &seen, guardBusy, false, __ATOMIC_ACQ_REL, __ATOMIC_ACQUIRE);
    if (isFirst || seen & guardDone) {
      Entry entry; // also after one that gave up
      if (entry) acquireFrom(*entry, guard);
      return isFirst;
    }
    uint32_t awaited = seen | guardAwaited;
    if (seen != awaited &&
        !__atomic_compare_exchange_n(guard, &seen, awaited, false, __ATOMIC_RELAXED, __ATOMIC_RELAXED))
      continue;
    systemCall(SYS_futex, long(guard), FUTEX_WAIT_PRIVATE, long(awaited));
  }
}

STEWARD_INTERCEPT(void, __cxa_guard_release, (uint32_t* guard)) { leaveGuard(guard, guardDone); }
STEWARD_INTERCEPT(void, __cxa_guard_abort, (uint32_t* guard)) { leaveGuard(guard, 0); } // by an exception

} // namespace steward::runtime
