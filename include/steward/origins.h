// The origins of a program: what runs code, and where it comes from (`steward origins`).
#pragma once

#include "steward/check.h"
#include "steward/race.h"

#include <optional>
#include <string>
#include <vector>

namespace steward {

struct OriginRecord {
  std::string kind;  // "main", "thread", "signal", "timer", "declared", "event" or "exit"
  std::string name;  // as reports call it: "thread worker"
  std::string entry; // the function it runs
  SourceLocation at; // where that is defined
  bool isMany = false;
  std::vector<std::string> attributes; // the objects that it is handed
  std::optional<size_t> parent;        // who creates it, as an index into the list; none for main and declared origins
  SourceLocation created;              // the call that does
  std::vector<StackFrame> stack;       // from the entry of the parent to that call
  std::optional<size_t> runsOn;        // events and exit handlers: the origin whose thread they run on
  SourceLocation loop;                 // events: where that runs the loop; not known when it is not part of the program
};

struct OriginsReport {
  std::vector<OriginRecord> origins; // a parent before its children; handlers of events and of the end of main last
  std::vector<std::string> notes;
};

struct OriginsResult {
  std::optional<OriginsReport> report;
  std::string error; // one line that names the file and the reason, when there is no report
};

OriginsResult findOrigins(const CheckOptions& options);

std::string originsAsText(const OriginsReport& report);
std::string originsAsJson(const OriginsReport& report); // see docs/origins-schema.json

} // namespace steward
