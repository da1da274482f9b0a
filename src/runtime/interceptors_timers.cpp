// Timers that call a function in a thread of its own: the C library makes that thread out of our sight. What was done
// before the timer was made or set is before the call.
#include "runtime/accesses.h"
#include "runtime/memory.h"
#include "runtime/sync.h"

#include <signal.h>
#include <time.h>

namespace steward::runtime {

namespace {

// Kept for ever: a call may still be under way when the timer is deleted.
struct TimerCall {
  void (*function)(sigval);
  sigval argument;
  TimerCall* next;
  timer_t timer;
};
TimerCall* calls;
SpinLock lock;

void run(sigval argument) {
  auto* call = static_cast<TimerCall*>(argument.sival_ptr);
  {
    Entry entry;
    if (entry) acquireFrom(*entry, call);
  }
  call->function(call->argument);
}

} // namespace

STEWARD_INTERCEPT_VERSION(int, timer_create, "GLIBC_2.3.3", (clockid_t clock, sigevent* event, timer_t* timer)) {
  if (!isReady || !event || event->sigev_notify != SIGEV_THREAD) return REAL(timer_create)(clock, event, timer);
  auto* call = static_cast<TimerCall*>(allocate(sizeof(TimerCall)));
  call->function = event->sigev_notify_function;
  call->argument = event->sigev_value;
  sigevent ours = *event;
  ours.sigev_notify_function = run;
  ours.sigev_value.sival_ptr = call;
  STEWARD_ACCESSES(READS(event, sizeof *event) releaseTo(*entry, call);)
  int status = REAL(timer_create)(clock, &ours, timer);
  if (status == 0) {
    STEWARD_ACCESSES(WRITES(timer, sizeof *timer))
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

} // namespace steward::runtime
