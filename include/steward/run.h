// The dynamic detector, as a library: a program is run, a report comes out.
#pragma once

#include "steward/race.h"
#include "steward/triage.h"

#include <optional>
#include <string>
#include <vector>

namespace steward {

struct RunOptions {
  std::vector<std::string> command; // the program, compiled by `steward cc`, and its arguments
  std::string records;              // a folder to keep what the processes wrote in; "": nowhere
  std::vector<std::string> read;    // records to read in the place of a run
  bool statistics = false;          // count accesses and checks
  TriageOptions triage;
};

// Either a report, whose `run` says how the program ended, or why there is none.
struct RunResult {
  std::optional<Report> report;
  std::string error;
};

RunResult run(const RunOptions& options);

// The statistics of a run, as a table.
std::string statisticsAsText(const Report& report);

} // namespace steward
