// Renders a report.
#pragma once

#include "steward/race.h"

#include <optional>
#include <string>

namespace steward {

// What a person reads. For terminals: colour, and links from places to files.
struct TextStyle {
  bool colour = false;
  bool links = false;
};
std::string reportAsText(const Report& report, TextStyle style);

// The stable form that other programs read; see docs/report-schema.json.
std::string reportAsJson(const Report& report);

// SARIF 2.1.0, for code-scanning services; files are named relative to the current folder.
std::string reportAsSarif(const Report& report);

// The GUARDED_BY attributes that the code already obeys (Report::guarded), as a patch of the sources below the current
// folder; what cannot be patched is listed in comments before it.
std::string guardedAsPatch(const Report& report);

// A page for a browser: one file that needs no other.
std::string reportAsHtml(const Report& report);

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
