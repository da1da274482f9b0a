// A routine that is called once, until it returns: an exception or a cancellation may leave it, and then another call
// is the one, by whatever thread.
#pragma once

namespace steward::runtime {

// One that runs in a thread, and the one that called for it.
struct OnceRun {
  void* control;
  const OnceRun* outer;
};

void callOnce(void (*routine)(), void* control);

} // namespace steward::runtime
