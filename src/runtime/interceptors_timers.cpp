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

struct TimerCall : NotifyCall {
  TimerCall* next;
  timer_t timer;
};
TimerCall* calls;
SpinLock lock;

} // namespace

STEWARD_INTERCEPT_VERSION(int, timer_create, "GLIBC_2.3.3", (clockid_t clock, sigevent* event, timer_t* timer)) {
  if (!isReady || !event) return REAL(timer_create)(clock, event, timer);
  auto* call = event->sigev_notify == SIGEV_THREAD ? static_cast<TimerCall*>(allocate(sizeof(TimerCall))) : nullptr;
  sigevent ours = *event;
  STEWARD_ACCESSES(READS(event, sizeof *event) askForCall(*entry, ours, call);)
  int status = REAL(timer_create)(clock, &ours, timer);
  if (status) return status;
  STEWARD_ACCESSES(WRITES(timer, sizeof *timer))
  if (call && ours.sigev_value.sival_ptr == call) {
    call->timer = *timer;
    SpinGuard guard(lock);
    call->next = calls;
    calls = call;
  }
  return status;
}

STEWARD_INTERCEPT_VERSION(int, timer_settime, "GLIBC_2.3.3",
                          (timer_t timer, int flags, const itimerspec* value, itimerspec* old)) {
  STEWARD_ACCESSES(READS(value, sizeof *value) WRITES(old, sizeof *old) TimerCall * call; {
    SpinGuard guard(lock);
    for (call = calls; call && call->timer != timer;) call = call->next; // the last one that has this name
  } if (call) releaseTo(*entry, call);)
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
