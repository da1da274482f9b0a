// What every command that reports races lets the user choose.
#include "cli/report_options.h"

#include "cli/terminal.h"
#include "steward/report.h"

#include <CLI/CLI.hpp>

#include <unistd.h>

namespace steward {

void addReportOptions(CLI::App& app, ReportChoices& shown, TriageOptions& triage) {
  app.add_option("--format", shown.format, "text, json, sarif or html (docs/reports.md)")
      ->check(CLI::IsMember({"text", "json", "sarif", "html"}))
      ->type_name("FORMAT")
      ->capture_default_str();
  app.add_option("-o,--output", shown.output, "Write the report to a file")->type_name("FILE");
  app.add_option("--color", shown.colour,
                 "Colour in text: auto (on a terminal, unless NO_COLOR is set), always or never")
      ->check(CLI::IsMember({"auto", "always", "never"}))
      ->type_name("WHEN")
      ->capture_default_str();
  app.add_option("--links", shown.links,
                 "Links to files in text: auto (on a terminal that is known to show them), always or never")
      ->check(CLI::IsMember({"auto", "always", "never"}))
      ->type_name("WHEN")
      ->capture_default_str();
  app.add_option("--suppressions", triage.suppressions,
                 "Leave races alone that a file describes, in ThreadSanitizer's syntax; may be repeated")
      ->type_name("FILE")
      ->allow_extra_args(false);
  app.add_option("--apart", triage.apart,
                 "Keep races apart that are all in files like this, which are not yours; may be repeated")
      ->type_name("PATH")
      ->allow_extra_args(false);
  app.add_option("--baseline", triage.baseline,
                 "List only races that are not in this report (--format json) of an earlier time")
      ->type_name("FILE");
  app.add_option("--fail-on", shown.failOn, "Which races make the exit status 1: new, any (known ones too) or none")
      ->check(CLI::IsMember({"new", "any", "none"}))
      ->type_name("WHICH")
      ->capture_default_str();
  app.add_flag("-q,--quiet", shown.quiet, "Print the report only: no progress, nothing when there are no races");
}

void addConfig(const CLI::App& app, const Config& config, ReportChoices& shown, TriageOptions& triage) {
  triage.suppressions.insert(triage.suppressions.begin(), config.suppressions.begin(), config.suppressions.end());
  triage.apart.insert(triage.apart.begin(), config.apart.begin(), config.apart.end());
  if (config.baseline && !app.count("--baseline")) triage.baseline = *config.baseline;
  if (config.failOn && !app.count("--fail-on")) shown.failOn = *config.failOn;
}

std::string rendered(const Report& report, const ReportChoices& shown, int descriptor) {
  if (shown.format == "json") return reportAsJson(report);
  if (shown.format == "sarif") return reportAsSarif(report);
  if (shown.format == "html") return reportAsHtml(report);
  bool isTerminal = shown.output.empty() && isatty(descriptor);
  return reportAsText(report, textStyle(shown.colour, shown.links, isTerminal));
}

bool hasNews(const Report& report, const ReportChoices& shown) {
  if (shown.failOn == "none") return false;
  return !report.races.empty() || (shown.failOn == "any" && !report.known.empty());
}

} // namespace steward
