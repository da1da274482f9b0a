#include "steward/sharing.h"
#include "cli/commands.h"
#include "cli/output.h"
#include "cli/progress.h"

#include <CLI/CLI.hpp>

#include <unistd.h>

namespace steward {

void addSharingOptions(CLI::App& app, SharingCommand& command) {
  addProgramOptions(app, command.options);
  app.add_flag("--all", command.all,
               "Also list static storage and what is handed around but used by one origin only, marked as not shared");
  app.add_option("--format", command.format, "text or json (docs/sharing-schema.json)")
      ->check(CLI::IsMember({"text", "json"}))
      ->type_name("FORMAT")
      ->capture_default_str();
  app.add_option("-o,--output", command.output, "Write the list to a file")->type_name("FILE");
  app.add_flag("-q,--quiet", command.quiet, "Print the list only: no progress, nothing when nothing is shared");
  app.footer("What follows -- goes to the compiler, for the sources.\n"
             "Exit status: 0 done, 2 could not do it.\n\n"
             "Examples:\n"
             "  steward sharing app.c worker.c -- -pthread -Iinclude\n"
             "  steward sharing --all --format json -o sharing.json app.bc");
}

int runSharing(SharingCommand& command) {
  SharingResult result;
  {
    ProgressLine progress(!command.quiet && isatty(STDERR_FILENO));
    command.options.progress = [&](const std::string& what) { progress.say(what); };
    result = sharing(command.options, command.all);
  }
  if (!result.report) return fail(result.error);
  const SharingReport& report = *result.report;
  if (command.quiet && report.objects.empty() && command.output.empty() && command.format == "text") return 0;
  std::string text = command.format == "json" ? sharingAsJson(report) : sharingAsText(report);
  if (std::string problem = write(text, command.output); !problem.empty()) return fail(problem);
  return 0;
}

} // namespace steward
