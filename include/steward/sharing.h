// Origin sharing, as a record: for every piece of memory, which origins read it and which write it (O2 section 3.3).
#pragma once

#include "steward/check.h"

#include <optional>
#include <string>
#include <vector>

namespace steward {

struct SharingOrigin {
  std::string name; // "main", "thread worker"
  SourceLocation created;
  bool isSeveral = false; // more than one of it may exist
};

// What one origin does to a piece of memory: the lines of the program that do it, each once, in order.
struct SharingUse {
  size_t origin = 0; // in SharingReport::origins
  std::vector<SourceLocation> reads, writes;
  bool isAtomic = false; // all of them
  friend bool operator==(const SharingUse&, const SharingUse&) = default;
};

struct SharingMember {
  std::string name; // "stats.total"
  bool isShared = false;
  std::vector<SharingUse> uses; // by origin
  friend bool operator==(const SharingMember&, const SharingMember&) = default;
};

struct SharingObject {
  std::string name; // "stats"
  std::string what; // "global variable", "heap object", "local variable of main"
  SourceLocation allocated;
  std::vector<size_t> allocatedBy; // the origins that allocate it; empty for what exists before main
  bool isShared = false;           // some member is
  std::vector<SharingMember> members;
};

struct SharingReport {
  std::vector<SharingOrigin> origins; // main first
  std::vector<SharingObject> objects; // as in the source
  std::vector<Skipped> skipped;
  std::vector<std::string> notes;
};

// Either a report, or why there is none, as for CheckResult.
struct SharingResult {
  std::optional<SharingReport> report;
  std::string error;
};

// With `all`, also objects that outlive their function's frame but are used by one origin only, or only read.
SharingResult sharing(const CheckOptions& options, bool all);

std::string sharingAsText(const SharingReport& report);
std::string sharingAsJson(const SharingReport& report); // docs/sharing-schema.json

} // namespace steward
