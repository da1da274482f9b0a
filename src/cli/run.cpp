#include "cli/commands.h"
#include "cli/output.h"
#include "steward/report.h"

#include <CLI/CLI.hpp>

#include <cstdio>
#include <unistd.h>

namespace steward {

void addRunOptions(CLI::App& app, RunCommand& command) {
  addReportOptions(app, command.shown, command.options.triage);
  app.get_option("--output")
      ->description("Write the report to a file; without it, to the standard error, as the standard\n"
                    "output is the program's");
  app.add_flag("--stats", command.options.statistics,
               "Print what was counted in the run: accesses, checks, shadow memory (docs/dynamic-use.md)");
  app.add_option("--records", command.options.records,
                 "Keep what the processes recorded in this folder, whatever happens to steward itself")
      ->type_name("FOLDER");
  app.add_option("--read", command.options.read, "Report on records that were kept, and run nothing; may be repeated")
      ->type_name("FILE")
      ->allow_extra_args(false);
  app.footer(
      "What follows -- is the program, compiled and linked with steward cc or steward c++, and its arguments. It has\n"
      "the input, the output and the signals to itself. Its races and those of every process that it starts are\n"
      "reported when it has ended. Options for the detector itself come in STEWARD_OPTIONS (docs/dynamic-use.md).\n"
      "Exit status: 1 races are listed, 2 could not do it, and else the program's own; 128 and the number of the\n"
      "signal if one ended it.\n\n"
      "Examples:\n"
      "  steward cc -O2 -g app.c worker.c -pthread -o app && steward run -- ./app --its-options\n"
      "  steward run --format html -o races.html -- ./app\n"
      "  steward run --format json -o races.json -- make check && steward view races.json\n"
      "  steward run --suppressions races.supp --baseline known.json -- ./app\n"
      "steward.toml in the current folder keeps options for a project (docs/living-with-it.md).");
}

static std::string whatIsWrong(const RunCommand& command) {
  bool isRun = !command.options.command.empty();
  if (!isRun && command.options.read.empty()) return "nothing to run: give a program after --, as in -- ./app";
  if (isRun && !command.options.read.empty()) return "give a program to run or records to read, not both";
  if (!isRun && !command.options.records.empty()) return "--records keeps those of a run, and nothing is run";
  return "";
}

// Where the report goes that no file is named for.
static std::string show(const std::string& text, const std::string& file) {
  if (!file.empty()) return write(text, file);
  bool isWritten = std::fwrite(text.data(), 1, text.size(), stderr) == text.size();
  return isWritten ? "" : "standard error: cannot be written";
}

int runRun(const CLI::App& app, RunCommand& command) {
  if (std::string wrong = whatIsWrong(command); !wrong.empty()) return fail(wrong + " (see steward run --help)");
  ReadConfig config = readConfigFile("steward.toml");
  if (!config.config) return fail(config.error);
  addConfig(app, *config.config, command.shown, command.options.triage);
  RunResult result = run(command.options);
  if (!result.report) return fail(result.error);
  const Report& report = *result.report;
  if (command.options.statistics) std::fputs(statisticsAsText(report).c_str(), stderr);
  bool isSilent = command.shown.quiet && command.shown.output.empty() && command.shown.format == "text";
  if (!isSilent || !report.races.empty()) {
    std::string problem = show(rendered(report, command.shown, STDERR_FILENO), command.shown.output);
    if (!problem.empty()) return fail(problem);
  }
  if (hasNews(report, command.shown)) return 1;
  return report.run->signal ? 128 + report.run->signal : report.run->status;
}

} // namespace steward
