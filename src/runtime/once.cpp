// Compiled with exceptions. What they need of the C++ library is there if the program has any, and else is not asked
// for.
#include "runtime/once.h"

extern "C" {
int __gxx_personality_v0(...) __attribute__((weak));
void _Unwind_Resume(...) __attribute__((weak));
}

namespace steward::runtime {

__attribute__((used)) static void (*const weakly[])() = {reinterpret_cast<void (*)()>(__gxx_personality_v0),
                                                         reinterpret_cast<void (*)()>(_Unwind_Resume)};

void callOnce(void (*routine)(), void* control) {
  struct Run {
    void* control;
    ~Run() { leaveOnce(control); }
  } run{control};
  routine();
}

} // namespace steward::runtime
