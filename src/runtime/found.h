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

const char* kindWord(AccessKind kind);
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

// suppressions.cpp
void readSuppressions();
bool isSuppressed(const FoundRace& race);

} // namespace steward::runtime
