// A race that is to be told: all that the record and the printed text say of it.
#pragma once

#include "runtime/allocations.h"
#include "runtime/record.h"
#include "runtime/text.h"

namespace steward::runtime {

struct FoundLock {
  uintptr_t at;
  LockMode mode;
  StackId taken; // where it was taken; 0 when that is forgotten
  uintptr_t pc;  // the call that did, when `taken` is only what called it; else 0
};

struct FoundSide {
  AccessKind kind;
  uintptr_t at;
  size_t bytes;
  const Thread* thread; // null when it is not known
  uintptr_t pc;         // 0 when it is forgotten
  StackId stack;        // what called it
  const Site* site;
  uintptr_t checked; // where the check that the site stands for starts
  bool isRange;
  FoundLock locks[maxHeldLocks];
  unsigned lockCount;
};

enum class ObjectKind : uint8_t { Unknown, Heap, Global, Stack };

struct FoundRace {
  FoundSide sides[2]; // the later access, the earlier one
  ObjectKind object;
  Allocation allocation; // of a heap object
  uint32_t owner;        // of a stack: the thread's number
};

// telling.cpp
extern SpinLock reportLock; // around all that is told
extern unsigned raceCount;

// record.cpp
void writeRecord(const FoundRace& race);
const char* kindWord(AccessKind kind);
// Whether an access that the side's check stands for touches the bytes that are raced on.
inline bool isMeant(const FoundSide& side, const SiteAccess& access) {
  uintptr_t from = side.checked + uintptr_t(intptr_t(access.offset));
  return access.file &&
         (!access.bytes || !side.checked || (from < side.at + side.bytes && side.at < from + access.bytes));
}
// The frames of an access or of the taking of a lock, innermost first: `pc`, if it is not 0, and what called it.
// Returns how many.
unsigned sideFrames(uintptr_t pc, StackId stack, uintptr_t (&frames)[66]);

// modules.cpp
struct Module {
  const char* path;
  uintptr_t low, high, bias;
  bool isWritten; // in the record
};
Module* moduleOf(uintptr_t pc); // code or data; null when there is none
unsigned moduleIndex(const Module* module);
void forgetWrittenModules();
bool isInModuleData(uintptr_t at);

// print.cpp
void printRace(const FoundRace& race, unsigned number);
void printLine(const char* text); // "steward: text" on the standard error

// symbols.cpp: names of frames, from the symbolizer; without one, module and offset.
void addFrame(Text& text, uintptr_t pc);
void forgetSymbolizer(); // in the child of a fork it is the parent's

// suppressions.cpp
void readSuppressions();
bool isSuppressed(const FoundRace& race);

} // namespace steward::runtime
