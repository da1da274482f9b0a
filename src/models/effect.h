// What a library call means, as data. A model file gives a function one or more effects; the analyses know the effects
// and never a function's name.
#pragma once

#include "llvm/ADT/SmallVector.h"

#include <cstdint>
#include <string>

namespace steward {

enum class EffectKind : uint8_t {
  // Origins.
  Fork,       // starts a thread: entry(arguments…); its handle is stored at *handle, or is the result
  Join,       // waits for the thread whose handle is `handle`; its result is stored at *to
  Detach,     // nobody will join `handle`
  ThreadExit, // ends the calling thread; never returns
  CallBack,   // calls entry(arguments…) before returning, any number of times
  AtExit,     // entry(arguments…) runs when the process ends
  // Locks. `object` is the lock.
  LockInit,
  LockDestroy,
  Acquire, // in `mode`; for try and timed variants only `when` the result says so
  Release,
  // Other order. `object` is the condition variable, semaphore, barrier or once-flag.
  ConditionWait, // releases and re-acquires `lock`
  ConditionSignal,
  ConditionBroadcast,
  SemaphoreInit, // to the value `size`
  SemaphoreWait, // `when` as for Acquire
  SemaphorePost,
  BarrierInit, // for `size` threads
  BarrierWait,
  Once, // calls entry(arguments…), once for all callers with the same `object`
  // Memory.
  Allocate,   // a new object, stored at *to or returned; `size` bytes
  Reallocate, // frees `object`, gives a new object with its content
  Free,       // `object`
  Copy,       // the bytes at *to become those at *from; `size` bytes, or as many as the content says
  Read,       // reads the bytes at *object
  Write,      // writes plain data (no pointers) to the bytes at *object
  Return,     // the result points into what `object` points into, at its start or anywhere (`inside`)
  Store,      // *to = from (a pointer, by value)
  ReturnStatic, // the result points to storage of the library's own
  // Thread-specific data. `object` is the key.
  KeyCreate,   // entry is run at the end of every thread, on the value of that thread
  KeySet,      // the calling thread's value becomes `from`
  KeyGet,      // the result is the calling thread's value
  // Control.
  None,     // nothing that matters here
  NoReturn, // never returns
};

// A part of a call: one of its arguments, all from one on, or its result.
struct CallPart {
  enum Kind : uint8_t { Absent, Argument, ArgumentsFrom, Result } kind = Absent;
  uint8_t index = 0; // counted from 0; model files count from 1
  explicit operator bool() const { return kind != Absent; }
  friend bool operator==(const CallPart&, const CallPart&) = default;
};

enum class LockMode : uint8_t { Exclusive, Shared };

// When a conditional effect took place, judged by the call's result.
enum class When : uint8_t { Always, Zero, NonZero, Positive, NotNegative };

struct Effect {
  EffectKind kind = EffectKind::None;
  LockMode mode = LockMode::Exclusive;
  When when = When::Always;
  bool zeroed = false; // Allocate: filled with zero bytes
  bool inside = false; // Return: anywhere inside the object
  bool recursive = false; // LockInit, Acquire: the lock may be taken again by its holder
  CallPart object, entry, handle, lock, to, from, size;
  llvm::SmallVector<CallPart, 2> arguments; // handed to `entry`
};

struct CallModel {
  std::string name; // as written in the model file: a C name, a qualified C++ name, or a pattern
  llvm::SmallVector<Effect, 2> effects;
  const Effect* find(EffectKind kind) const {
    for (const Effect& e : effects)
      if (e.kind == kind) return &e;
    return nullptr;
  }
  bool has(EffectKind kind) const { return find(kind) != nullptr; }
};

} // namespace steward
