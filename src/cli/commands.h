// The commands and their options.
#pragma once

#include "cli/report_options.h"
#include "steward/check.h"
#include "steward/compile.h"
#include "steward/run.h"

#include <string>

namespace CLI {
class App;
}

namespace steward {

// What every command that analyses a program takes: its files, models, and how precise to be.
void addProgramOptions(CLI::App& app, CheckOptions& options);

struct CheckCommand {
  CheckOptions options;
  ReportChoices shown;
  bool verbose = false;
  std::string database;              // a whole build: its compile database, or
  std::vector<std::string> build;    // its command
  std::vector<std::string> programs; // of the build
};

void addCheckOptions(CLI::App& app, CheckCommand& command);
int runCheck(CheckCommand& command); // the exit status

// What steward.toml says and the command line does not. The exit status when the file is wrong, else 0.
int addConfig(const CLI::App& app, CheckCommand& command);

struct CompileCommand {
  InstrumentOptions options;
  std::vector<std::string> words; // clang's
  bool isDryRun = false;
  std::string printFlags; // "compile" or "link", when only the flags are asked for
};

void addCompileOptions(CLI::App& app, CompileCommand& command);
int runCompile(CompileCommand& command);

// Whether the command line is one of a compiler: then our own words, the command first, and clang's are taken apart.
bool takeCompilerCommand(int argc, char** argv, std::vector<std::string>& own, CompileCommand& command);

struct DiffCommand {
  std::string before, after;
  std::string format = "text";
  std::string output;
};

void addDiffOptions(CLI::App& app, DiffCommand& command);
int runDiff(DiffCommand& command);

struct ExplainCommand {
  CheckOptions options; // its files: one report in JSON, or a program
  std::string id;
  std::string output;
  bool quiet = false;
};

void addExplainOptions(CLI::App& app, ExplainCommand& command);
int runExplain(ExplainCommand& command);

struct OriginsCommand {
  CheckOptions options;
  std::string format = "text";
  std::string output;
  bool quiet = false;
};

void addOriginsOptions(CLI::App& app, OriginsCommand& command);
int runOrigins(OriginsCommand& command);

struct PrintCommand {
  CheckOptions options;
  std::string output;
};

void addPrintOptions(CLI::App& app, PrintCommand& command);
int runPrint(PrintCommand& command);

struct RunCommand {
  RunOptions options;
  ReportChoices shown;
};

void addRunOptions(CLI::App& app, RunCommand& command);
int runRun(const CLI::App& app, RunCommand& command);

struct SharingCommand {
  CheckOptions options;
  std::string format = "text";
  std::string output;
  bool all = false;
  bool quiet = false;
};

void addSharingOptions(CLI::App& app, SharingCommand& command);
int runSharing(SharingCommand& command);

struct ViewCommand {
  std::string report;
  std::string output;
  unsigned port = 0;
};

void addViewOptions(CLI::App& app, ViewCommand& command);
int runView(ViewCommand& command);

} // namespace steward
