#include "runtime/notify.h"

#include "runtime/descriptors.h"
#include "runtime/intercept.h"
#include "runtime/memory.h"
#include "runtime/signals.h"
#include "runtime/sync.h"

namespace steward::runtime {

static void run(sigval argument) {
  auto* call = static_cast<NotifyCall*>(argument.sival_ptr);
  {
    Entry entry;
    if (entry) acquireFrom(*entry, call);
    if (entry && call->isOfQueue) acquireDescriptor(*entry, call->descriptor);
  }
  void (*function)(sigval) = call->function;
  sigval given = call->argument;
  if (call->asked) {
    call->asked->sigev_notify_function = function;
    call->asked->sigev_value = given;
  }
  function(given);
}

bool isOurs(const sigevent& event) { return event.sigev_notify == SIGEV_THREAD && event.sigev_notify_function == run; }

void askForCall(Thread& thread, sigevent& event, NotifyCall* call) {
  if (isOurs(event)) {
    releaseTo(thread, event.sigev_value.sival_ptr);
  } else if (event.sigev_notify == SIGEV_THREAD && call) {
    call->function = event.sigev_notify_function;
    call->argument = event.sigev_value;
    event.sigev_notify_function = run;
    event.sigev_value.sival_ptr = call;
    releaseTo(thread, call);
  } else if (event.sigev_notify != SIGEV_NONE && event.sigev_notify != SIGEV_THREAD) {
    releaseToSignal(thread, event.sigev_signo);
  }
}

void askForCall(Thread& thread, sigevent& event) {
  bool isCall = event.sigev_notify == SIGEV_THREAD;
  askForCall(thread, event, isCall ? static_cast<NotifyCall*>(allocate(sizeof(NotifyCall))) : nullptr);
}

} // namespace steward::runtime
