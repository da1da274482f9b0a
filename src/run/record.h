// The record of a process that ran under the dynamic detector. src/runtime/record.h describes its form; what writes it
// may have been killed at any moment, and may be of a later version that has more to say.
#pragma once

#include "llvm/ADT/DenseMap.h"
#include "llvm/ADT/StringRef.h"
#include "llvm/Support/Error.h"

#include <cstdint>
#include <map>
#include <optional>
#include <string>
#include <vector>

namespace steward {

struct RecordedModule {
  std::string path;
  uint64_t low = 0, high = 0; // its code and data lie from here to below there
  uint64_t bias = 0;          // what the file calls address A is at A + bias
};

struct RecordedThread {
  std::string name;
  uint32_t creator = 0; // 0: none
  uint32_t stack = 0;   // where it was created
  uint64_t entry = 0;   // the function that it runs; 0: not known
};

struct RecordedPlace {
  std::string file;
  unsigned line = 0, column = 0;
  std::string function;
};

struct RecordedLock {
  uint64_t address = 0;
  bool isShared = false;
  uint32_t stack = 0; // where it was taken
};

struct RecordedAccess {
  bool isWrite = false, isAtomic = false, isFree = false;
  uint64_t address = 0, bytes = 0;
  uint32_t thread = 0, stack = 0;
  bool isRange = false, isForgotten = false, isUnseen = false;
  std::vector<RecordedPlace> places; // the accesses that the check stands for
  std::vector<RecordedLock> locks;
};

enum class RecordedMemory : uint8_t { Unknown, Heap, Global, Stack, ThreadLocal };

struct RecordedRace {
  RecordedAccess accesses[2]; // the later one first
  RecordedMemory memory = RecordedMemory::Unknown;
  std::string name; // of a global variable
  uint64_t address = 0, bytes = 0;
  uint32_t thread = 0, stack = 0; // who allocated it where, or whose stack it is
};

struct Record {
  uint64_t process = 0, parent = 0;
  std::string executable;
  std::vector<RecordedModule> modules;
  std::map<uint32_t, RecordedThread> threads;
  std::map<uint32_t, std::vector<uint64_t>> stacks; // innermost first
  std::vector<RecordedRace> races;
  std::vector<std::pair<std::string, uint64_t>> statistics;
  std::optional<int> status; // how it ended; none: it was killed
  unsigned unreadable = 0;   // lines that are not as they should be, and races that lack their end
};

// An error, which names the file, only for what is no record at all. Lines that begin with an unknown word are passed
// over; what is wrong with one line or one race costs no other.
llvm::Expected<Record> parseRecord(llvm::StringRef text, llvm::StringRef file);

} // namespace steward
