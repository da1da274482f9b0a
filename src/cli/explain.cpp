#include "cli/commands.h"
#include "cli/output.h"
#include "cli/progress.h"
#include "steward/report.h"

#include <CLI/CLI.hpp>

#include <unistd.h>

namespace steward {

void addExplainOptions(CLI::App& app, ExplainCommand& command) {
  app.add_option("RACE-ID", command.id, "The id of a race, or its first characters, as a report shows it in brackets")
      ->required();
  addProgramOptions(app, command.options);
  app.get_option("FILE")->description(
      "A report that steward check --format json wrote, or the files of a program to check again");
  app.add_option("-o,--output", command.output, "Write to a file")->type_name("FILE");
  app.add_flag("-q,--quiet", command.quiet, "No progress");
  app.footer("Tells how each side of the race came to be where it is, what it holds, why nothing orders the two, and\n"
             "which changes would each make it safe. What follows -- goes to the compiler, for sources.\n"
             "Exit status: 0, or 2 could not do it.\n\n"
             "Examples:\n"
             "  steward explain 4f1c9a02bb13 races.json\n"
             "  steward explain 4f1c app.c worker.c -- -pthread -Iinclude");
}

static bool isReport(const std::vector<std::string>& files) { return files.size() == 1 && files[0].ends_with(".json"); }

int runExplain(ExplainCommand& command) {
  ReadReport read;
  if (isReport(command.options.files)) {
    read = readReport(command.options.files[0]);
  } else {
    ProgressLine progress(!command.quiet && isatty(STDERR_FILENO));
    command.options.progress = [&](const std::string& what) { progress.say(what); };
    command.options.minRank = 0; // who asks for one race means it
    CheckResult result = check(command.options);
    read = {std::move(result.report), std::move(result.error)};
  }
  if (!read.report) return fail(read.error);
  Explanation explanation = explainRace(*read.report, command.id);
  if (!explanation.error.empty()) return fail(explanation.error);
  if (std::string problem = write(explanation.text, command.output); !problem.empty()) return fail(problem);
  return 0;
}

} // namespace steward
