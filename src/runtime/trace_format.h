// The log that a program writes with the option `trace`, for the oracle (src/oracle, docs/oracle.md): a word that names
// the format, then events of one size in one global order. Numbers are the machine's.
#pragma once

#include <stdint.h>

namespace steward::runtime {

inline constexpr char traceMagic[] = "steward-trace-1"; // 16 bytes with the 0

enum class TraceKind : uint8_t {
  Access,       // plain: bytes at `at`; `flag`: it is a write. Logged right before it happens
  Check,        // that was made: bytes at `at`; `flag`: of a write
  Acquire,      // from the object `at`, its clock number `part`
  Release,      // into it, added to what is there
  AtomicLoad,   // bytes at `at`; `flag`: the order, an __ATOMIC_ constant
  AtomicStore,  //
  AtomicModify, //
  Fence,        // `flag`: the order
  Drop,         // objects from `at` on, `bytes` long, are none any more
  Fork,         // `at`: the number of the thread that is about to start
  Begin,        // a thread starts
  End,          // and ends
  Join,         // `at`: the number of the thread that was waited for
  Forget,       // memory is new: nothing that happened in it before counts
  Conflict,     // the detector found a race on some of the bytes at `at`, with the thread whose number is `site`
  Finish,       // the process ends, by this thread
  Site, // `at` is the name of a site from here on; its text, `bytes` long, follows in as many events as it takes
};

struct TraceEvent {
  TraceKind kind;
  uint8_t flag;
  uint16_t part;
  uint32_t thread; // its number; 0: not known
  uint64_t at, bytes;
  uint64_t site; // the name of a site; 0 for none
};
static_assert(sizeof(TraceEvent) == 32);

} // namespace steward::runtime
