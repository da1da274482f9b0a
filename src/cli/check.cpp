#include "cli/commands.h"
#include "cli/output.h"
#include "cli/progress.h"
#include "steward/build.h"
#include "steward/config.h"
#include "steward/report.h"

#include <CLI/CLI.hpp>

#include <cstdio>
#include <unistd.h>

namespace steward {

static constexpr int foundNothing = 0, foundRaces = 1;

void addProgramOptions(CLI::App& app, CheckOptions& options) {
  app.add_option(
         "FILE", options.files,
         "C or C++ sources, LLVM bitcode (.bc), textual IR (.ll), objects that hold bitcode; together one program")
      ->required();
  app.add_option("--models", options.models, "Say what more library calls mean (docs/models.md); may be repeated")
      ->type_name("FILE")
      ->allow_extra_args(false);
  app.add_option("--context", options.context,
                 "How functions are told apart: none, callsite:K, object:K or origin:K (default: origin:1)")
      ->type_name("POLICY");
  app.add_option("--without", options.without,
                 "Leave out something that makes the analysis precise, to see what it is worth; may be repeated")
      ->check(CLI::IsMember(precisionFeatures()))
      ->type_name("FEATURE")
      ->allow_extra_args(false);
  app.add_flag_callback(
      "--no-strict-aliasing", [&] { options.strictAliasing = false; },
      "Do not trust types, as for programs compiled with -fno-strict-aliasing");
  app.add_option("--max-objects", options.maxObjects,
                 "Leave out, and count, accesses through pointers that may be to more objects than this; 0: none.\n"
                 "By default only where there are too many of them to go on")
      ->type_name("N");
  app.add_option("--statistics", options.statistics,
                 "Write to a file, as JSON, what each stage cost and how precise it was (docs/performance.md)")
      ->type_name("FILE");
}

void addCheckOptions(CLI::App& app, CheckCommand& command) {
  addProgramOptions(app, command.options);
  app.get_option("FILE")->required(false);
  app.add_option("-p", command.database,
                 "Check the build whose compile_commands.json lies in this folder, or is this file")
      ->type_name("FOLDER");
  app.add_option("--program", command.programs,
                 "Of a build, check only this program, by its path or file name; may be repeated")
      ->type_name("NAME")
      ->allow_extra_args(false);
  addReportOptions(app, command.shown, command.options.triage);
  app.add_option("--min-rank", command.options.minRank,
                 "Count races of a lower rank than this, from 0 to 1, but do not list them (docs/ranking.md)")
      ->check(CLI::Range(0.0, 1.0))
      ->type_name("RANK")
      ->capture_default_str();
  app.add_flag("--norace-only", command.options.raceFreeOnly,
               "Report only races on variables and members declared annotate(\"steward::norace\")");
  app.add_flag(
      "--emit-guarded-by", command.options.findGuarded,
      "Print, instead of races, a patch with the GUARDED_BY(lock) attributes that the code already obeys, for\n"
      "patch -p0 or git apply -p0. Your project has to define the macro, as clang's thread-safety\n"
      "documentation has it (docs/living-with-it.md). With --format json: the report, and a list of them");
  app.add_flag("-v,--verbose", command.verbose, "Print time and memory by stage");
  app.footer(
      "What follows -- goes to the compiler, for the sources. Without files it is a build to record, with Bear:\n"
      "every program that it links is checked, one by one. Sources are compiled once and kept in\n"
      "$XDG_CACHE_HOME/steward; nothing is written to the source tree (docs/builds.md).\n"
      "Exit status: 0 no races are listed, 1 some are, 2 could not do it.\n\n"
      "Examples:\n"
      "  steward check app.c worker.c -- -pthread -Iinclude\n"
      "  steward check -- make -j8\n"
      "  steward check -p build --program server\n"
      "  steward check --format json -o races.json app.bc && steward view races.json\n"
      "  steward check --format html -o races.html app.bc\n"
      "  steward check --min-rank 0 app.bc\n"
      "  steward check --baseline known.json --suppressions races.supp app.bc\n"
      "  steward check --emit-guarded-by app.c -o guarded.patch -- -pthread && patch -p0 < guarded.patch\n"
      "steward.toml in the current folder keeps options for a project (docs/living-with-it.md).");
}

int addConfig(const CLI::App& app, CheckCommand& command) {
  ReadConfig read = readConfigFile("steward.toml");
  if (!read.config) return fail(read.error);
  addConfig(app, *read.config, command.shown, command.options.triage);
  if (read.config->minRank && !app.count("--min-rank")) command.options.minRank = *read.config->minRank;
  if (read.config->context && !app.count("--context")) command.options.context = *read.config->context;
  return 0;
}

// Why the words of the command line do not go together; empty when they do.
static std::string whatIsWrong(const CheckCommand& command) {
  bool isBuild = !command.database.empty() || !command.build.empty();
  if (command.options.files.empty() && !isBuild)
    return "nothing to check: give files, a compile database (-p FOLDER), or a build (-- make)";
  if (!command.options.files.empty() && !command.database.empty())
    return "give files or a compile database (-p), not both";
  if (!command.build.empty() && !command.database.empty())
    return "give a compile database (-p) or a build after --, not both";
  if (!isBuild && !command.programs.empty()) return "--program picks a program of a build, and files are one program";
  if (command.options.findGuarded && command.shown.format != "text" && command.shown.format != "json")
    return "--emit-guarded-by prints a patch, or is part of --format json; there is none of it in " +
           command.shown.format;
  return "";
}

// A patch is one for all programs of a build: what they share is patched once.
static int printGuarded(std::vector<Report> reports, const CheckCommand& command, bool isWhole) {
  std::string problem = write(guardedAsPatch(mergeReports(std::move(reports))), command.shown.output);
  if (!problem.empty()) return fail(problem);
  return isWhole ? 0 : couldNot;
}

static BuildResult runChecks(CheckCommand& command) {
  ProgressLine progress(!command.shown.quiet && isatty(STDERR_FILENO));
  command.options.progress = [&](const std::string& what) { progress.say(what); };
  if (command.options.files.empty())
    return checkBuild({command.options, command.database, command.build, command.programs, command.shown.quiet});
  BuildResult result;
  CheckResult checked = check(command.options);
  if (checked.report)
    result.reports.push_back(std::move(*checked.report));
  else
    result.error = checked.error;
  return result;
}

int runCheck(CheckCommand& command) {
  std::string wrong = whatIsWrong(command);
  if (!wrong.empty()) return fail(wrong + " (see steward check --help)");
  BuildResult result = runChecks(command);
  if (!result.error.empty()) return fail(result.error);
  for (const std::string& failure : result.failures) fail(failure);
  if (result.reports.empty()) return couldNot;

  bool isSilent = command.shown.quiet && command.shown.output.empty() && command.shown.format == "text";
  bool hasRaces = false;
  for (Report& report : result.reports) {
    if (command.verbose) std::fputs(costsAsText(report).c_str(), stderr);
    // Times differ from run to run; a report must not, unless they were asked for.
    if (!command.verbose) report.costs.clear();
    isSilent = isSilent && report.races.empty() && report.benign.empty();
    hasRaces = hasRaces || hasNews(report, command.shown);
  }
  if (command.options.findGuarded && command.shown.format == "text")
    return printGuarded(std::move(result.reports), command, result.failures.empty());
  if (!isSilent) {
    std::string text;
    if (command.shown.format == "text")
      for (const Report& report : result.reports)
        text += (text.empty() ? "" : "\n") + rendered(report, command.shown, STDOUT_FILENO);
    else
      text = rendered(result.reports.size() == 1 ? result.reports[0] : mergeReports(std::move(result.reports)),
                      command.shown, STDOUT_FILENO);
    std::string problem = write(text, command.shown.output);
    if (!problem.empty()) return fail(problem);
  }
  if (hasRaces) return foundRaces;
  return result.failures.empty() ? foundNothing : couldNot;
}

void addPrintOptions(CLI::App& app, PrintCommand& command) {
  app.add_option("FILE", command.options.files, "Sources, bitcode or textual IR, as for check")->required();
  app.add_option("-o,--output", command.output, "Write to a file")->type_name("FILE");
  app.footer("What follows -- goes to the compiler. The form is described in docs/program-text.md.\n\n"
             "Example:\n  steward print app.c -- -Iinclude");
}

int runPrint(PrintCommand& command) {
  std::string text;
  CheckResult result = printProgram(command.options, text);
  if (!result.report) return fail(result.error);
  if (std::string problem = write(text, command.output); !problem.empty()) return fail(problem);
  return 0;
}

} // namespace steward
