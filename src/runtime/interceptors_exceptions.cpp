// Exceptions that threads share through std::exception_ptr. The library counts their references where we do not see it;
// what a thread did with an exception is before the end of the last reference, whoever has that.
#include "runtime/intercept.h"
#include "runtime/sync.h"

extern "C" void* __cxa_get_globals_fast() __attribute__((weak));

namespace steward::runtime {

namespace {

// The start of what the libraries keep before an exception, as the C++ ABI lays it out. A thread that got the exception
// from a pointer has a header of its own, which names the exception; the class tells, which each has in a place of its
// own.
struct ExceptionHeader { // libstdc++'s
  void* primary;         // in a header of the second kind
  void* others[9];
  uint64_t exceptionClass;
  void* unwinding[3];
};
constexpr uint64_t libraryClass = 0x474e'5543'432b'2b00; // "GNUCC++"
struct OtherHeader {                                     // libc++'s
  void* reserved;
  void* primary;
  void* others[10];
  uint64_t exceptionClass;
  void* unwinding[3];
};
constexpr uint64_t otherClass = 0x434c'4e47'432b'2b00; // "CLNGC++"

template <typename Header>
void* exceptionOf(void* header, uint64_t itsClass) {
  auto* of = static_cast<Header*>(header);
  if (of->exceptionClass == (itsClass | 1)) return of->primary;
  return of->exceptionClass == itsClass ? of + 1 : nullptr;
}

void* caughtException() {
  if (!__cxa_get_globals_fast) return nullptr;
  void* header = *static_cast<void**>(__cxa_get_globals_fast());
  if (!header) return nullptr;
  void* exception = exceptionOf<ExceptionHeader>(header, libraryClass);
  return exception ? exception : exceptionOf<OtherHeader>(header, otherClass);
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

// What libc++'s std::exception_ptr calls.
STEWARD_INTERCEPT(void, __cxa_decrement_exception_refcount, (void* exception)) {
  doneWith(exception);
  REAL(__cxa_decrement_exception_refcount)(exception);
}

// libstdc++'s std::exception_ptr::_M_release().
STEWARD_INTERCEPT(void, _ZNSt15__exception_ptr13exception_ptr10_M_releaseEv, (void** pointer)) {
  doneWith(*pointer);
  REAL(_ZNSt15__exception_ptr13exception_ptr10_M_releaseEv)(pointer);
}

} // namespace steward::runtime
