// Exceptions that threads share through std::exception_ptr. The library counts their references where we do not see it;
// what a thread did with an exception is before the end of the last reference, whoever has that.
#include "runtime/intercept.h"
#include "runtime/sync.h"

extern "C" void* __cxa_get_globals_fast() __attribute__((weak));

namespace steward::runtime {

namespace {

// The start of what the library keeps before an exception, as the C++ ABI lays it out. A thread that got the exception
// from a pointer has a header of its own, which names the exception; the class tells.
struct ExceptionHeader {
  void* primary; // in a header of the second kind
  void* others[9];
  uint64_t exceptionClass;
  void* unwinding[3];
};
constexpr uint64_t libraryClass = 0x474e'5543'432b'2b00, dependentClass = libraryClass | 1; // "GNUCC++"

void* caughtException() {
  if (!__cxa_get_globals_fast) return nullptr;
  auto* header = *static_cast<ExceptionHeader**>(__cxa_get_globals_fast());
  if (!header) return nullptr;
  if (header->exceptionClass == dependentClass) return header->primary;
  return header->exceptionClass == libraryClass ? header + 1 : nullptr;
}

void doneWith(void* exception) {
  Entry entry;
  if (!entry || !exception) return;
  acquireFrom(*entry, exception);
  releaseTo(*entry, exception);
}

} // namespace

STEWARD_INTERCEPT(void, __cxa_end_catch, ()) {
  doneWith(caughtException());
  REAL(__cxa_end_catch)();
}

// std::exception_ptr::_M_release()
STEWARD_INTERCEPT(void, _ZNSt15__exception_ptr13exception_ptr10_M_releaseEv, (void** pointer)) {
  doneWith(*pointer);
  REAL(_ZNSt15__exception_ptr13exception_ptr10_M_releaseEv)(pointer);
}

} // namespace steward::runtime
