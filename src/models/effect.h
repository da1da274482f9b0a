// What a library call means, as data. A model file gives a function one or more effects; the analyses know the effects
// and never a function's name.
#pragma once

#include "llvm/ADT/SmallVector.h"

#include <cstdint>
#include <optional>
#include <string>

namespace steward {

// What runs code. A thread, a signal handler, a timer or a declared origin runs beside the others; an event handler
// runs on the thread of its loop, an exit handler on that of main. A team is any number of threads that one call starts
// and waits for; a task runs on some thread of the team of who makes it, until that team meets.
enum class OriginKind : uint8_t { Main, Thread, Signal, Timer, Declared, Event, Exit, Team, Task };

enum class EffectKind : uint8_t {
  // Origins.
  Fork,         // starts a thread: entry(arguments…); its handle is stored at *handle, or is the result
  Join,         // waits for the thread whose handle is `handle`; its result is stored at *to
  Detach,       // nobody will join `handle`
  Complete,     // the threads that the function's body starts work for a state that they are handed, and complete it
  Await,        // waits until the state `object` is complete
  MakeReady,    // the state `object` is complete from here on: a promise has been kept
  ThreadExit,   // ends the calling thread with the result `from`; never returns
  CallBack,     // calls entry(arguments…), or what the program's variable `global` holds, any number of times
  AtExit,       // entry(arguments…) runs when the process ends
  HandleSignal, // entry is run at any time from here on, on any thread
  // Event loops. `object` is an event, `loop` what it belongs to: a thread that dispatches the loop calls its handlers.
  Register,    // entry(arguments…) is a handler of `object`, of `loop`, or of the current loop called `global`
  Attach,      // the handlers of `object` are handlers of `loop`
  ReturnLoop,  // the result points to the loop that `object` belongs to
  CurrentLoop, // `loop` becomes the current loop called `global`
  Dispatch,    // calls the handlers of `loop`, or of the current loop called `global`, any number of times
  // Locks. `object` is the lock; when it is absent, the one lock of the process that is called `global`.
  LockInit,
  LockDestroy,
  Acquire, // in `mode`; for try and timed variants only `when` the result says so
  Release,
  // Other order. `object` is the condition variable, semaphore, barrier or once-flag.
  ConditionWait, // releases and always re-acquires `lock`; `when` tells a signal from a time-out
  ConditionSignal,
  ConditionBroadcast,
  SemaphoreInit, // to the value `size`
  SemaphoreWait, // `when` as for Acquire
  SemaphorePost, // by one, or by `size`
  LatchInit,     // for `size` arrivals
  LatchArrive,   // once, or `size` times
  LatchWait,     // until all have arrived
  AwaitValue,    // waits until *object is another value than `from`; `order` is the memory order that it is read with
  BarrierInit,   // for `size` threads
  BarrierWait,
  // Teams (OpenMP).
  TeamBarrier,  // waits until all threads of the team are here, and the tasks that they made are over
  TaskWait,     // waits for the tasks that the caller has made, and with `many` for those that these have made
  Share,        // the result is `from`, where a loop starts whose rounds are shared out among the team
  ThreadNumber, // the result is the number of the caller in its team
  TeamSize,     // the result is how many threads are in the team
  Once,         // calls entry(arguments…), once for all callers with the same `object`
  // Memory. The extent of an access is `size` times `count`, or `bytes`, or, with none of them, what the content says.
  Allocate,   // a new object, stored at *to or returned
  Reallocate, // frees `object`, gives a new object with its content
  Free,       // `object`
  Answer,  // clones, or destroys when both arguments are one, or tells an address: no argument itself is what it stores
  Dispose, // the function's body ends an object whose owners are counted, for the last of them
  Copy,    // reads the bytes at *from and writes them, pointers too, to *to
  Read,    // reads the bytes at *object, or the library's own storage called `global`
  Write,   // writes plain data (no pointers) to them
  Return,  // the result points into what `object` points into, at its start or anywhere (`inside`)
  Clear,   // *object = null: the function took what was there
  Store,   // *to = from, a pointer by value, or one anywhere into the same object (`inside`)
  ReturnStatic, // the result points to storage of the library's own, called `global` or else after the function
  // Thread-specific data. `object` is the key.
  KeyCreate, // the key is stored at *to; entry is run at the end of every thread, on the value of that thread
  KeySet,    // the calling thread's value becomes `from`
  KeyGet,    // the result is the calling thread's value
  // Control.
  None,     // nothing that matters here
  NoReturn, // never returns
};

// A part of a call: one of its arguments, all from one on, or its result; or the value stored where that points. What
// a function is called back with may also be something of the library's own: a plain value, or memory.
struct CallPart {
  enum Kind : uint8_t { Absent, Argument, ArgumentsFrom, Result, Value, Memory } kind = Absent;
  uint8_t index = 0;     // counted from 0; model files count from 1
  bool indirect = false; // "*2": what is meant is not the argument but the pointer stored where it points
  uint16_t offset = 0;   // "2+16", "*2+16": that many bytes behind where it points
  explicit operator bool() const { return kind != Absent; }
  friend bool operator==(const CallPart&, const CallPart&) = default;
};

enum class LockMode : uint8_t { Exclusive, Shared };

// When a conditional effect took place, judged by the call's result.
enum class When : uint8_t { Always, Zero, NonZero, Positive, NotNegative, Negative };

struct Effect {
  EffectKind kind = EffectKind::None;
  LockMode mode = LockMode::Exclusive;
  When when = When::Always;
  bool zeroed = false;    // Allocate: filled with zero bytes
  bool inside = false;    // Return, Store, CallBack: the pointer handed on may point anywhere inside the object
  bool anywhere = false;  // Store: the place may be anywhere inside the object that `to` points into
  bool value = false;     // Write: of a variable, whatever its type, rather than of text
  bool recursive = false; // LockInit, Acquire: the lock may be taken again by its holder
  bool perThread = false; // ReturnStatic: every thread has its own, as with errno
  bool abrupt = false;    // NoReturn: what is registered for the end of the process is not run
  bool never = false;     // NoReturn: the function is for failures that are taken not to happen; it throws nothing
  bool orEmpty = false;   // Join, Await: or there is nothing to wait for, as when another object has got it
  bool many = false;      // Fork: entry is run any number of times, beside itself too
  bool team = false;      // Acquire: not of a lock but of being the only one of the team that gets there
  bool after = false;     // Register: the handler runs when the thread that this call starts is over
  OriginKind origin = OriginKind::Thread; // Fork: what it starts
  CallPart object, entry, handle, lock, to, from, size, count, loop;
  CallPart signal; // HandleSignal: the number of the signal
  CallPart order;  // AwaitValue: a memory_order of C or C++
  // Fork: entry is no function but an object, and what runs is the function in this slot of its virtual table, on it.
  std::optional<uint8_t> slot;
  uint32_t bytes = 0;                       // a fixed extent, for accesses whose size is no argument; 0 when not given
  llvm::SmallVector<CallPart, 2> arguments; // handed to `entry`
  std::string only;   // CallBack: a pattern; of the functions that entry may be, only those with such a name
  std::string global; // a lock, loop or storage that no argument leads to: one in the process for each name
};

// A function that a model file declares to be the entry of an origin.
struct OriginDeclaration {
  std::string name; // as with CallModel
  OriginKind kind = OriginKind::Declared;
  bool once = false; // one at a time; otherwise any number run beside each other
};

// What becomes of a body that the function has in the program.
enum class BodyRule : uint8_t {
  Wins,     // it says what the function does, and the model does not count
  Replaced, // the model says it all
  Kept,     // both: the function is called, and the effects take place when it returns
};

// What is known of a function or type of a library: that the library orders what it does by itself, or that it does not
// though others like it do.
enum class InternalRule : uint8_t { None, Internal, Excepted };

// What is known of a function of a library that reads addresses: that it belongs to a class that owns what its members
// lead to, each object one owner at a time; or that it goes from one part to the next inside of such.
enum class OwnerRule : uint8_t { None, Inside, Owner };

struct CallModel {
  std::string name;                     // as written in the model file: a C name, a qualified C++ name, or a pattern
  llvm::SmallVector<Effect, 2> effects; // in the order they take place
  BodyRule body = BodyRule::Wins;
  const Effect* find(EffectKind kind) const {
    for (const Effect& e : effects)
      if (e.kind == kind) return &e;
    return nullptr;
  }
  bool has(EffectKind kind) const { return find(kind) != nullptr; }
};

} // namespace steward
