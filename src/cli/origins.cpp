#include "steward/origins.h"
#include "cli/commands.h"
#include "cli/output.h"
#include "cli/progress.h"

#include <CLI/CLI.hpp>

#include <unistd.h>

namespace steward {

void addOriginsOptions(CLI::App& app, OriginsCommand& command) {
  addProgramOptions(app, command.options);
  app.add_option("--format", command.format, "text or json")
      ->check(CLI::IsMember({"text", "json"}))
      ->type_name("FORMAT")
      ->capture_default_str();
  app.add_option("-o,--output", command.output, "Write the list to a file")->type_name("FILE");
  app.add_flag("-q,--quiet", command.quiet, "Print the list only: no progress");
  app.footer(
      "Lists what runs code: threads, signal handlers, timers, handlers of events and of the end of the process,\n"
      "and what is declared with annotate(\"steward::origin\") or [[origin]] in a model file. For each: what\n"
      "creates it, what it is handed, whether there may be many, and on which thread a handler runs.\n"
      "What follows -- goes to the compiler, for the sources. Exit status: 0, or 2 could not do it.\n\n"
      "Example:\n"
      "  steward origins server.c worker.c -- -pthread -Iinclude");
}

int runOrigins(OriginsCommand& command) {
  OriginsResult result;
  {
    ProgressLine progress(!command.quiet && isatty(STDERR_FILENO));
    command.options.progress = [&](const std::string& what) { progress.say(what); };
    result = findOrigins(command.options);
  }
  if (!result.report) return fail(result.error);
  std::string text = command.format == "json" ? originsAsJson(*result.report) : originsAsText(*result.report);
  if (std::string problem = write(text, command.output); !problem.empty()) return fail(problem);
  return 0;
}

} // namespace steward
