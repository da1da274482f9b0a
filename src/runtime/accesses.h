// Interceptors of functions that read or write memory for their caller. Each says what it reads and writes:
//
//   STEWARD_INTERCEPT(int, getsockname, (int fd, sockaddr* name, socklen_t* length)) {
//     int status = REAL(getsockname)(fd, name, length);
//     if (status == 0) STEWARD_ACCESSES(READS(length, sizeof *length) WRITES(name, *length))
//     return status;
//   }
#pragma once

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
    checkAccess(*entry, AccessKind::kind, at, accessed, nullptr, STEWARD_FRAME);

namespace steward::runtime {

size_t textLength(const char* text); // the C library's strlen

} // namespace steward::runtime
