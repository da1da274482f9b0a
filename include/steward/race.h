// The one record that both detectors produce, and that every report format reads.
#pragma once

#include <cstdint>
#include <optional>
#include <string>
#include <utility>
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
  bool isFree = false;    // a write that ends the object
  bool isDestroy = false; // a write that ends a lock
  bool isAcquire = false; // a read that takes a lock
  SourceLocation at;
  std::string function;
  std::string expression;          // as in the source where it can be told: "conn->state"
  std::string origin;              // "main", "thread worker"
  std::vector<std::string> locks;  // surely held, as a person would name them: "stats_lock", "q->lock (shared)"
  std::vector<StackFrame> stack;   // from the origin's entry to the access
  std::vector<StackFrame> created; // how the origin came to be: from main to its creation; empty for main
  // At run time one check may stand for several accesses. It was one of these, and `at` is the first of them.
  std::vector<SourceLocation> oneOf;
};

struct RaceObject {
  std::string name; // "stats.total"
  std::string what; // "global variable", "heap object", "local variable of main"
  SourceLocation allocated;
  // In a run: who allocated it, or whose stack it is on, and from there to the allocation.
  std::string origin = {};
  std::vector<StackFrame> stack = {};
};

enum class RaceStatus : uint8_t { Suspected, Confirmed, Refuted };
enum class RaceKind : uint8_t { ConflictingAccess, MultipleWrite };

// How many of the accesses to an object that may overlap others hold a lock.
struct LockUse {
  std::string lock;
  unsigned held = 0, of = 0;
  unsigned origins = 0; // that hold it; one that may run several times counts twice
};

// What is below this rank is more likely false than real (docs/ranking.md).
inline constexpr double defaultMinRank = 0.3;

struct Race {
  std::string id; // stable across unrelated edits
  RaceStatus status = RaceStatus::Suspected;
  RaceKind kind = RaceKind::ConflictingAccess;
  double rank = 1.0;               // from 0 to 1: how likely it is that this is real and worth a look
  bool isDeclaredRaceFree = false; // the source says that there must be no race here
  std::string benign;              // the source says that it does no harm, and why; "" when it does not
  std::string suppression; // why it is left alone: the comment's reason or the line of a file; "" when it is not
  RaceObject object;
  RaceAccess accesses[2];
  std::vector<RaceAccess> more;      // every other access that takes part in a race on this object
  std::vector<std::string> why;      // why nothing orders or excludes the two, and what its rank comes from, in words
  std::vector<LockUse> lockUses;     // the most used first
  std::vector<std::string> remedies; // each would make it safe: "taking 'm' at b.c:12 as well: …"
  std::vector<std::string> programs; // of a build: in which of them it was found
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

// A program of a build, and how much of it was seen.
struct ProgramSeen {
  std::string name;
  uint64_t sources = 0, compiled = 0;  // source files, and how many of them could be compiled
  uint64_t functions = 0, reached = 0; // functions with a body, and those that something starts or calls
};

// A variable or member whose accesses that may overlap others all hold one and the same lock, as far as they are seen.
struct GuardedPlace {
  std::string name; // "total", "queue.head"
  SourceLocation declared;
  std::string lock;        // as its declaration can name it: "stats_lock", a member of the same struct: "lock"
  SourceLocation lockedBy; // where that is declared; not known of a member
  bool isMember = false;   // the lock lies beside it in the same object
  unsigned accesses = 0;   // lines of code are counted, not runs of them
  unsigned origins = 0;    // one that may run several times counts twice
};

// A run of a program, when that is what the report is about.
struct RunSeen {
  std::vector<std::string> command;
  int status = 0;
  int signal = 0;                                           // that ended it; 0 for none
  uint64_t processes = 0;                                   // that were watched
  std::vector<std::pair<std::string, uint64_t>> statistics; // over all of them, when it was asked for
};

struct Report {
  std::optional<RunSeen> run;
  std::vector<ProgramSeen> programs; // when a whole build was checked
  uint64_t functions = 0;            // that something starts or calls
  uint64_t definedFunctions = 0;     // that have a body
  uint64_t origins = 0;
  uint64_t sharedObjects = 0;
  std::vector<Skipped> skipped;
  std::vector<std::string> notes; // "the program creates no threads"
  std::vector<Race> races;        // highest rank first
  std::vector<Race> benign;       // what the source says does no harm; never counted as races
  std::vector<Race> suppressed;   // left alone, as a file or a comment says
  std::vector<Race> apart;        // in code that is not the project's
  std::string baseline;           // the report that it was compared with; "" for none
  std::vector<Race> known;        // those in the baseline, which are not news
  std::vector<std::string> fixed; // ids of the baseline that are gone
  uint64_t hidden = 0;            // races of a lower rank than was asked for, which are not listed
  double minRank = 0;             // that rank
  // When it was asked for: what holds to one lock, and the declarations of what does not, by place and name.
  std::optional<std::vector<GuardedPlace>> guarded;
  std::vector<std::pair<SourceLocation, std::string>> unguarded;
  std::vector<StageCost> costs;
};

} // namespace steward
