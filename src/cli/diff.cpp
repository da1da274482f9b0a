#include "cli/commands.h"
#include "cli/output.h"
#include "steward/report.h"
#include "steward/triage.h"

#include <CLI/CLI.hpp>

namespace steward {

void addDiffOptions(CLI::App& app, DiffCommand& command) {
  app.add_option("OLD", command.before, "A report that steward check --format json wrote")->required();
  app.add_option("NEW", command.after, "Another one of the same program, of a later time")->required();
  app.add_option("--format", command.format, "text or json")
      ->check(CLI::IsMember({"text", "json"}))
      ->type_name("FORMAT")
      ->capture_default_str();
  app.add_option("-o,--output", command.output, "Write to a file")->type_name("FILE");
  app.footer("Races are the same when their ids are, which stay when lines move.\n"
             "Exit status: 0 no race was introduced, 1 some were, 2 could not do it.\n\n"
             "Example:\n  steward diff before.json after.json");
}

int runDiff(DiffCommand& command) {
  ReadReport before = readReport(command.before);
  if (!before.report) return fail(before.error);
  ReadReport after = readReport(command.after);
  if (!after.report) return fail(after.error);
  ReportDifference difference = compareReports(*before.report, *after.report);
  std::string text = command.format == "json" ? differenceAsJson(difference) : differenceAsText(difference);
  if (std::string problem = write(text, command.output); !problem.empty()) return fail(problem);
  return difference.introduced.empty() ? 0 : 1;
}

} // namespace steward
