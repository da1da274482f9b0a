// Renders a report.
#pragma once

#include "steward/race.h"

#include <string>

namespace steward {

// What a person reads; `colour` for terminals.
std::string reportAsText(const Report& report, bool colour);

// The stable form that other programs read; see docs/report-schema.json.
std::string reportAsJson(const Report& report);

// Time and memory of each stage, as a table.
std::string costsAsText(const Report& report);

} // namespace steward
