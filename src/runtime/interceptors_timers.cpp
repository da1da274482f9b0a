// Timers that call a function, or send a signal: what was done before the timer was made or set is before that.
#include "runtime/accesses.h"
#include "runtime/descriptors.h"
#include "runtime/memory.h"
#include "runtime/notify.h"
#include "runtime/signals.h"
#include "runtime/sync.h"

#include <sys/time.h>
#include <sys/timerfd.h>
#include <time.h>

namespace steward::runtime {

namespace {

// What is done when it is set is before what it brings about. Kept for ever: the system gives names again.
struct Timer {
  Timer* next;
  timer_t name;
  NotifyCall* call; // or null
  int signal;       // or 0
};
Timer* timers;
SpinLock lock;

Timer* findTimer(timer_t name) {
  Timer* timer = timers;
  while (timer && timer->name != name) timer = timer->next;
  return timer;
}

void keepTimer(timer_t name, NotifyCall* call, int signal) {
  SpinGuard guard(lock);
  Timer* timer = findTimer(name);
  if (!timer) {
    timer = static_cast<Timer*>(allocate(sizeof(Timer)));
    timer->name = name;
    timer->next = timers;
    timers = timer;
  }
  timer->call = call;
  timer->signal = signal;
}

void releaseToTimer(Thread& thread, timer_t name) {
  lock.lock();
  Timer* timer = findTimer(name);
  NotifyCall* call = timer ? timer->call : nullptr;
  int signal = timer ? timer->signal : 0;
  lock.unlock();
  if (call) releaseTo(thread, call);
  if (signal) releaseToSignal(thread, signal);
}

} // namespace

// Without an event it is SIGALRM.
STEWARD_INTERCEPT_VERSION(int, timer_create, "GLIBC_2.3.3", (clockid_t clock, sigevent* event, timer_t* timer)) {
  if (!isReady) return REAL(timer_create)(clock, event, timer);
  sigevent ours = {};
  ours.sigev_notify = SIGEV_SIGNAL;
  ours.sigev_signo = SIGALRM;
  if (event) ours = *event;
  NotifyCall* call = nullptr;
  if (ours.sigev_notify == SIGEV_THREAD) call = static_cast<NotifyCall*>(allocate(sizeof(NotifyCall)));
  STEWARD_ACCESSES(if (event) READS(event, sizeof *event) askForCall(*entry, ours, call);)
  int status = REAL(timer_create)(clock, event ? &ours : nullptr, timer);
  if (status) return status;
  STEWARD_ACCESSES(WRITES(timer, sizeof *timer))
  if (call && ours.sigev_value.sival_ptr != call) call = nullptr;
  bool isSignal = ours.sigev_notify == SIGEV_SIGNAL || ours.sigev_notify == SIGEV_THREAD_ID;
  keepTimer(*timer, call, isSignal ? ours.sigev_signo : 0);
  return status;
}

STEWARD_INTERCEPT_VERSION(int, timer_settime, "GLIBC_2.3.3",
                          (timer_t timer, int flags, const itimerspec* value, itimerspec* old)) {
  STEWARD_ACCESSES(READS(value, sizeof *value) WRITES(old, sizeof *old) releaseToTimer(*entry, timer);)
  return REAL(timer_settime)(timer, flags, value, old);
}

STEWARD_INTERCEPT(int, setitimer, (int which, const itimerval* value, itimerval* old)) {
  int signal = which == ITIMER_REAL ? SIGALRM : which == ITIMER_VIRTUAL ? SIGVTALRM : SIGPROF;
  STEWARD_ACCESSES(READS(value, sizeof *value) WRITES(old, sizeof *old) releaseToSignal(*entry, signal);)
  return REAL(setitimer)(which, value, old);
}
STEWARD_INTERCEPT(unsigned, alarm, (unsigned seconds)) {
  STEWARD_ACCESSES(releaseToSignal(*entry, SIGALRM);)
  return REAL(alarm)(seconds);
}

STEWARD_INTERCEPT(int, timerfd_settime, (int fd, int flags, const itimerspec* value, itimerspec* old)) {
  STEWARD_ACCESSES(READS(value, sizeof *value) WRITES(old, sizeof *old) releaseDescriptor(*entry, fd);)
  return REAL(timerfd_settime)(fd, flags, value, old);
}

} // namespace steward::runtime
