// What of a report is news: suppressions, code of others, what was there before.
#pragma once

#include "steward/race.h"

#include <optional>
#include <string>
#include <vector>

namespace steward {

struct TriageOptions {
  std::vector<std::string> suppressions; // files, in ThreadSanitizer's syntax
  std::vector<std::string> apart;        // paths of code that is not the project's: "third_party/*"
  std::string baseline;                  // a report in JSON; what is in it is known
};

struct Suppression {
  std::string kind, pattern;
  std::string at; // "FILE:LINE", for people
  bool isUsed = false;
  bool isOfRaces() const { return kind == "race" || kind == "race_top"; }
};

// The files that the options name. They are read before the analysis, which takes long: what is wrong with one of them
// is said at once.
struct Triage {
  std::vector<Suppression> suppressions;
  std::vector<std::string> apart;
  std::string baselineFile;
  std::optional<Report> baseline;
};

// An error, which names the file and the line, or nothing.
std::string readTriage(const TriageOptions& options, Triage& triage);

// Moves races of the report to `suppressed` and `apart`, and notes suppressions that nothing matches.
void setAside(Report& report, const Triage& triage);

// Moves races that the baseline has as well to `known`, and lists those that are gone.
void compareWithBaseline(Report& report, const Triage& triage);

// Two reports of one program, by the ids of their races.
struct ReportDifference {
  std::vector<Race> introduced, fixed, unchanged;
};
ReportDifference compareReports(const Report& before, const Report& after);
std::string differenceAsText(const ReportDifference& difference);
std::string differenceAsJson(const ReportDifference& difference);

} // namespace steward
