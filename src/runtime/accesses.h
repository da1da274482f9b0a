// Interceptors of functions that read or write memory for their caller. Each says what it reads and writes:
//
//   STEWARD_INTERCEPT(int, getsockname, (int fd, sockaddr* name, socklen_t* length)) {
//     int status = REAL(getsockname)(fd, name, length);
//     if (status == 0) STEWARD_ACCESSES(READS(length, sizeof *length) WRITES(name, *length))
//     return status;
//   }
#pragma once

#include "runtime/code_range.h"
#include "runtime/intercept.h"
#include "runtime/shadow.h"

#define STEWARD_ACCESSES(...)                                                                                          \
  {                                                                                                                    \
    Entry entry;                                                                                                       \
    if (entry) {                                                                                                       \
      __VA_ARGS__                                                                                                      \
    }                                                                                                                  \
  }
#define READS(at, bytes) STEWARD_ACCESS(Read, at, bytes)
#define WRITES(at, bytes) STEWARD_ACCESS(Write, at, bytes)
#define READS_TEXT(text)                                                                                               \
  if (text) STEWARD_ACCESS(Read, text, textLength(text) + 1)
#define STEWARD_ACCESS(kind, at, bytes)                                                                                \
  if (size_t accessed = (bytes); accessed && (at))                                                                     \
    checkCallersAccess(*entry, AccessKind::kind, at, accessed, STEWARD_FRAME, __builtin_return_address(0));

// A function of which only what it does after success matters, and one of which all is known before.
#define STEWARD_AFTER(result, name, parameters, arguments, succeeded, ...)                                             \
  STEWARD_INTERCEPT(result, name, parameters) {                                                                        \
    result got = REAL(name) arguments;                                                                                 \
    if (succeeded) STEWARD_ACCESSES(__VA_ARGS__)                                                                       \
    return got;                                                                                                        \
  }
#define STEWARD_BEFORE(result, name, parameters, arguments, ...)                                                       \
  STEWARD_INTERCEPT(result, name, parameters) {                                                                        \
    STEWARD_ACCESSES(__VA_ARGS__)                                                                                      \
    return REAL(name) arguments;                                                                                       \
  }

namespace steward::runtime {

// The library of OpenMP keeps tasks in memory of its own, which serves one task after another, and copies them there:
// no access of the program's, and what was done to the memory before is no one's any more.
inline void checkCallersAccess(Thread& thread, AccessKind kind, const void* at, size_t bytes, const void* frame,
                               const void* caller) {
  if (__builtin_expect(!openMpLibrary.contains(caller), 1))
    checkAccess(thread, kind, at, bytes, nullptr, frame);
  else if (kind == AccessKind::Write)
    forgetAccesses(at, bytes);
}

size_t textLength(const char* text); // the C library's strlen

} // namespace steward::runtime
