// Renders a report.
#pragma once

#include "steward/race.h"

#include <optional>
#include <string>

namespace steward {

// What a person reads; `colour` for terminals.
std::string reportAsText(const Report& report, bool colour);

// The stable form that other programs read; see docs/report-schema.json.
std::string reportAsJson(const Report& report);

// What reportAsJson wrote; without a report, the error names the file and the reason.
struct ReadReport {
  std::optional<Report> report;
  std::string error;
};
ReadReport readReport(const std::string& file);

// One race, whose id is given (or the start of only one id), in plain words: how its origins came to be, what was held
// where, why nothing orders the two and what would. Without it, the error says which ids are near.
struct Explanation {
  std::string text;
  std::string error;
};
Explanation explainRace(const Report& report, const std::string& id);

// Time and memory of each stage, as a table.
std::string costsAsText(const Report& report);

} // namespace steward
