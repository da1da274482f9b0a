// What every command that reports races lets the user choose: form, place, and what counts.
#pragma once

#include "steward/config.h"
#include "steward/race.h"
#include "steward/triage.h"

#include <string>

namespace CLI {
class App;
}

namespace steward {

struct ReportChoices {
  std::string format = "text";
  std::string output;
  std::string colour = "auto", links = "auto";
  std::string failOn = "new";
  bool quiet = false;
};

void addReportOptions(CLI::App& app, ReportChoices& shown, TriageOptions& triage);

// What steward.toml says of these and the command line does not.
void addConfig(const CLI::App& app, const Config& config, ReportChoices& shown, TriageOptions& triage);

// `descriptor` is where it goes when no file is named.
std::string rendered(const Report& report, const ReportChoices& shown, int descriptor);

// Whether there is what makes the exit status 1.
bool hasNews(const Report& report, const ReportChoices& shown);

} // namespace steward
