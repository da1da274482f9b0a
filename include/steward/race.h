// The one record that both detectors produce, and that every report format reads.
#pragma once

#include <cstdint>
#include <string>
#include <vector>

namespace steward {

struct SourceLocation {
  std::string file;
  unsigned line = 0;
  unsigned column = 0;
  bool known() const { return line != 0; }
  friend bool operator==(const SourceLocation&, const SourceLocation&) = default;
  friend auto operator<=>(const SourceLocation&, const SourceLocation&) = default;
};

struct StackFrame {
  std::string function;
  SourceLocation at; // in the outermost frame first order: where this function calls the next, or makes the access
};

enum class AccessKind : uint8_t { Read, Write };

struct RaceAccess {
  AccessKind kind = AccessKind::Read;
  bool isAtomic = false;
  SourceLocation at;
  std::string function;
  std::string expression;          // as in the source where it can be told: "conn->state"
  std::string origin;              // "main", "thread worker"
  std::vector<std::string> locks;  // surely held, as a person would name them: "stats_lock", "q->lock (shared)"
  std::vector<StackFrame> stack;   // from the origin's entry to the access
  std::vector<StackFrame> created; // how the origin came to be: from main to its creation; empty for main
};

struct RaceObject {
  std::string name; // "stats.total"
  std::string what; // "global variable", "heap object", "local variable of main"
  SourceLocation allocated;
};

enum class RaceStatus : uint8_t { Suspected, Confirmed, Refuted };
enum class RaceKind : uint8_t { ConflictingAccess, MultipleWrite };

struct Race {
  std::string id; // stable across unrelated edits
  RaceStatus status = RaceStatus::Suspected;
  RaceKind kind = RaceKind::ConflictingAccess;
  double rank = 1.0;
  RaceObject object;
  RaceAccess accesses[2];
  std::vector<RaceAccess> more; // every other access that takes part in a race on this object
  std::vector<std::string> why; // why nothing orders or excludes the two, in words
};

// Something that was not analysed: inline assembly, calls to functions without a body or a model, …
struct Skipped {
  std::string kind; // "inline assembly", "unknown function"
  std::string what; // its name, if it has one
  unsigned count = 0;
  SourceLocation at; // the first
};

struct StageCost {
  std::string stage;
  double seconds = 0;
  uint64_t peakBytes = 0; // of the process, after the stage
  std::string detail;     // "539 functions, 37,102 instructions"
};

struct Report {
  uint64_t functions = 0;
  uint64_t origins = 0;
  uint64_t sharedObjects = 0;
  std::vector<Skipped> skipped;
  std::vector<std::string> notes; // "the program creates no threads"
  std::vector<Race> races;        // highest rank first
  std::vector<StageCost> costs;
};

} // namespace steward
