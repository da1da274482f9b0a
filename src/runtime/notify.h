// Functions that the C library calls in a thread of its own when something has happened (SIGEV_THREAD): it makes that
// thread out of our sight. What was done before the library was asked for the call is before it; and before the signal,
// if it is to be a signal.
#pragma once

#include "runtime/thread.h"

#include <signal.h>

namespace steward::runtime {

// Kept for ever: the call may be under way when what it was for is gone.
struct NotifyCall {
  void (*function)(sigval);
  sigval argument;
  sigevent* asked; // where it is to be again as it was, before the call; or null
  int descriptor;  // of a queue: what its messages bring is before the call
  bool isOfQueue;
};

// Makes the event one of ours. `call` may be null if the event asks for no call. One that is ours already stays so.
void askForCall(Thread& thread, sigevent& event, NotifyCall* call);
bool isOurs(const sigevent& event);
// The same, with a call of its own.
void askForCall(Thread& thread, sigevent& event);

} // namespace steward::runtime
