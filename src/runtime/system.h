// The system, without the C library: these calls are not seen by the interceptors and leave errno alone.
#pragma once

#include <stddef.h>
#include <stdint.h>

namespace steward::runtime {

inline long systemCall(long number, long a = 0, long b = 0, long c = 0, long d = 0, long e = 0, long f = 0) {
  long result;
  register long r10 asm("r10") = d;
  register long r8 asm("r8") = e;
  register long r9 asm("r9") = f;
  asm volatile("syscall"
               : "=a"(result)
               : "a"(number), "D"(a), "S"(b), "d"(c), "r"(r10), "r"(r8), "r"(r9)
               : "rcx", "r11", "memory");
  return result; // -errno for an error
}

int processId();
// Sleeps for so long, and not for the 50 microseconds more that a thread's timers may be late.
void napExactly(long nanoseconds);

// "steward: " and the parts, as one line on the standard error, in one write.
void say(const char* a, const char* b = "", const char* c = "", const char* d = "", const char* e = "");
[[noreturn]] void stop(const char* a, const char* b = "", const char* c = ""); // says it and ends with status 2

// A number as text, for say(). The buffer is the caller's.
struct NumberText {
  char text[24];
};
const char* decimal(uint64_t number, NumberText& buffer);

} // namespace steward::runtime
