// The command line: a list of commands, each with its options, declared once and nowhere else.
#include "cli/commands.h"
#include "cli/manual.h"
#include "cli/output.h"
#include "steward/check.h"

#include <CLI/CLI.hpp>

#include <cstdio>

using namespace steward;

// What follows "--" belongs to the compiler, as with clang-tidy, or is a program to run; no option of ours is looked
// for there.
static std::vector<std::string> takeCompilerFlags(int& argc, char** argv) {
  for (int i = 1; i < argc; ++i)
    if (std::string_view(argv[i]) == "--") {
      std::vector<std::string> flags(argv + i + 1, argv + argc);
      argc = i;
      return flags;
    }
  return {};
}

int main(int argc, char** argv) {
  CompileCommand compile;
  std::vector<std::string> ownWords, compilerFlags;
  bool isCompiler = takeCompilerCommand(argc, argv, ownWords, compile);
  if (!isCompiler) compilerFlags = takeCompilerFlags(argc, argv);

  CLI::App app{"Steward finds data races in C and C++ programs."};
  app.name("steward");
  app.set_version_flag("--version", "steward " + version());
  app.require_subcommand(0, 1);
  app.footer("Examples:\n"
             "  steward check app.c worker.c -- -pthread -Iinclude\n"
             "  steward check -- make -j8\n"
             "  steward cc -g app.c worker.c -pthread -o app && steward run -- ./app\n\n"
             "`steward COMMAND --help` says more about a command.");

  CheckCommand check;
  CLI::App* checkApp = app.add_subcommand("check", "Find races by looking at the program, without running it");
  addCheckOptions(*checkApp, check);

  CLI::App* ccApp = app.add_subcommand("cc", "Compile C, so that races are found as the program runs");
  addCompileOptions(*ccApp, compile);
  CLI::App* cxxApp = app.add_subcommand("c++", "Compile C++, so that races are found as the program runs");
  addCompileOptions(*cxxApp, compile);

  RunCommand run;
  CLI::App* runApp = app.add_subcommand("run", "Run a program that steward cc compiled, and report its races");
  addRunOptions(*runApp, run);

  ExplainCommand explain;
  CLI::App* explainApp =
      app.add_subcommand("explain", "Tell in plain words how a race comes about and what would end it");
  addExplainOptions(*explainApp, explain);

  DiffCommand diff;
  CLI::App* diffApp = app.add_subcommand("diff", "Compare two reports: races introduced, fixed, unchanged");
  addDiffOptions(*diffApp, diff);

  ViewCommand view;
  CLI::App* viewApp = app.add_subcommand("view", "Show a report in the browser");
  addViewOptions(*viewApp, view);

  SharingCommand sharing;
  CLI::App* sharingApp =
      app.add_subcommand("sharing", "List what memory threads share: who reads it and who writes it");
  addSharingOptions(*sharingApp, sharing);

  OriginsCommand origins;
  CLI::App* originsApp =
      app.add_subcommand("origins", "List the threads, signal handlers, timers and event handlers of the program");
  addOriginsOptions(*originsApp, origins);

  PrintCommand print;
  CLI::App* printApp = app.add_subcommand("print", "Print the program model that the analyses see, as text");
  addPrintOptions(*printApp, print);

  std::string shell;
  CLI::App* completionApp = app.add_subcommand("completion", "Print a script that completes options in a shell");
  completionApp->add_option("SHELL", shell, "bash or zsh")->required()->check(CLI::IsMember({"bash", "zsh"}));
  completionApp->footer("Example:\n  source <(steward completion bash)");

  // For the packages, which bring the pages along.
  std::string page;
  CLI::App* manualApp = app.add_subcommand("manual", "Print a man page")->group("");
  manualApp->add_option("COMMAND", page, "The command that it is about; none: all of Steward");
  std::string manualFolder;
  manualApp->add_option("--into", manualFolder, "Write all pages into a folder")->type_name("FOLDER");

  try {
    // CLI11 takes words from the end of a list.
    if (isCompiler)
      app.parse(std::vector<std::string>(ownWords.rbegin(), ownWords.rend()));
    else
      app.parse(argc, argv);
  } catch (const CLI::CallForHelp& help) {
    return app.exit(help);
  } catch (const CLI::CallForVersion& asked) {
    return app.exit(asked);
  } catch (const CLI::ParseError& error) {
    std::fprintf(stderr, "steward: error: %s (see steward --help)\n", error.what());
    return 2;
  }

  if (*ccApp || *cxxApp) return runCompile(compile);
  if (*checkApp) {
    // Files, then flags for the compiler; or no files, then a build.
    (check.options.files.empty() ? check.build : check.options.compilerFlags) = compilerFlags;
    if (int status = addConfig(*checkApp, check)) return status;
    return runCheck(check);
  }
  if (*runApp) {
    run.options.command = compilerFlags;
    return runRun(*runApp, run);
  }
  if (*explainApp) {
    explain.options.compilerFlags = compilerFlags;
    return runExplain(explain);
  }
  if (*viewApp) return runView(view);
  if (*completionApp) {
    std::fputs((shell == "bash" ? bashCompletion(app) : zshCompletion(app)).c_str(), stdout);
    return 0;
  }
  if (*manualApp && !manualFolder.empty())
    return writeManual(app, manualFolder, version()) ? 0 : fail(manualFolder + ": cannot be written to");
  if (*manualApp) {
    std::string text = manualPage(app, page, version());
    if (text.empty()) return fail("there is no command '" + page + "'");
    std::fputs(text.c_str(), stdout);
    return 0;
  }
  if (*diffApp) return runDiff(diff);
  if (*sharingApp) {
    sharing.options.compilerFlags = compilerFlags;
    return runSharing(sharing);
  }
  if (*originsApp) {
    origins.options.compilerFlags = compilerFlags;
    return runOrigins(origins);
  }
  if (*printApp) {
    print.options.compilerFlags = compilerFlags;
    return runPrint(print);
  }
  std::fputs(app.help().c_str(), stderr);
  return 2;
}
