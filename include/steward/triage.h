// What of a report is news: suppressions, code of others, what was there before.
#pragma once

#include "steward/race.h"

#include <string>
#include <vector>

namespace steward {

struct TriageOptions {
  std::vector<std::string> suppressions; // files, in ThreadSanitizer's syntax
  std::vector<std::string> apart;        // paths of code that is not the project's: "third_party/*"
  std::string baseline;                  // a report in JSON; what is in it is known
};

// Moves races of the report to `suppressed` and `apart`, and notes suppressions that nothing matches. An error, which
// names the file and the line, or nothing.
std::string setAside(Report& report, const TriageOptions& options);

// Moves races that a report from before has as well to `known`, and lists those that are gone. An error, or nothing.
std::string compareWithBaseline(Report& report, const std::string& file);

// Two reports of one program, by the ids of their races.
struct ReportDifference {
  std::vector<Race> introduced, fixed, unchanged;
};
ReportDifference compareReports(const Report& before, const Report& after);
std::string differenceAsText(const ReportDifference& difference);
std::string differenceAsJson(const ReportDifference& difference);

} // namespace steward
