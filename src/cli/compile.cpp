// `steward cc` and `steward c++`. What is clang's is not looked at here: words of our own begin with --steward-.
#include "cli/commands.h"
#include "cli/output.h"

#include <CLI/CLI.hpp>

#include <cctype>
#include <cerrno>
#include <cstdio>
#include <cstdlib>
#include <cstring>
#include <unistd.h>

namespace steward {

static constexpr std::string_view ours = "--steward-";
static constexpr const char* optionsVariable = "STEWARD_CC_OPTIONS";

void addCompileOptions(CLI::App& app, CompileCommand& command) {
  app.set_help_flag("--steward-help", "Print this help; --help is clang's");
  app.add_flag("--steward-per-access", command.options.perAccess,
               "One check for each access, where it stands: none is merged or moved");
  app.add_flag("--steward-no-checks", command.options.noChecks,
               "Compile as clang would; an executable is still linked with the runtime");
  app.add_option(
         "--steward-proofs", command.options.proofs,
         "Lines of the source (FILE:LINE, FILE:FIRST-LAST) whose accesses are known to be in no race: no checks")
      ->type_name("FILE");
  app.add_flag("--steward-stats", command.options.stats, "Count accesses as the program runs, for steward run --stats");
  app.add_flag("--steward-trace", command.options.trace,
               "Let the program log its accesses and checks (STEWARD_OPTIONS=trace=FILE); to test Steward itself");
  app.add_flag("--steward-remarks", command.options.remarks,
               "Print each check that is placed: where, what it checks, and the lines that it stands for");
  app.add_flag("--steward-link-time", command.options.linkTime,
               "Place checks when the program is linked, knowing all of it (-flto, with lld); for compiling and linking");
  app.add_flag("--steward-no-lines", command.options.noLines,
               "Do not add -gline-tables-only; reports have lines where your own flags ask for debug information");
  app.add_flag("--steward-dry-run", command.isDryRun, "Print the command that would be run");
  app.add_option("--steward-print-flags", command.printFlags,
                 "Print the flags that instrument a compilation or link an executable, for use with clang itself")
      ->check(CLI::IsMember({"compile", "link"}))
      ->type_name("STEP");
  app.footer("A drop-in compiler: everything else on the command line is clang's, which is clang 22. Programs that it\n"
             "links report their data races as they run, by themselves or through steward run.\n"
             "STEWARD_CC_OPTIONS in the environment has more options like these, STEWARD_LIBRARY_PATH the folder of\n"
             "the plug-in and the runtime, if they are not beside steward (docs/dynamic-use.md).\n\n"
             "Examples:\n"
             "  steward cc -O2 -g app.c worker.c -pthread -o app && steward run -- ./app\n"
             "  CC=\"steward cc\" CXX=\"steward c++\" ./configure && make\n"
             "  cmake -DCMAKE_TOOLCHAIN_FILE=/usr/share/steward/cmake/StewardToolchain.cmake -B build\n"
             "  clang-22 $(steward cc --steward-print-flags=compile) -c app.c");
}

// Words as a shell would split them: blanks, quotes and backslashes.
static std::vector<std::string> splitWords(std::string_view text) {
  std::vector<std::string> words;
  bool isInside = false;
  char quote = 0;
  for (size_t i = 0; i < text.size(); ++i) {
    char c = text[i];
    if (!quote && std::isspace(static_cast<unsigned char>(c))) {
      isInside = false;
      continue;
    }
    if (!isInside) words.emplace_back();
    isInside = true;
    if (c == quote)
      quote = 0;
    else if (!quote && (c == '\'' || c == '"'))
      quote = c;
    else if (c == '\\' && quote != '\'' && i + 1 < text.size())
      words.back() += text[++i];
    else
      words.back() += c;
  }
  return words;
}

static bool isOurs(std::string_view word) { return word.starts_with(ours); }

// A program whose name ends so is the compiler, for builds that cannot have a blank in a compiler's name.
static std::string compilerOfName(std::string_view program) {
  program = program.substr(program.rfind('/') + 1);
  if (program == "steward-cc") return "cc";
  if (program == "steward-c++") return "c++";
  return "";
}

bool takeCompilerCommand(int argc, char** argv, std::vector<std::string>& own, CompileCommand& command) {
  std::string name = compilerOfName(argv[0]);
  int first = 1;
  if (name.empty() && argc > 1 && (std::string_view(argv[1]) == "cc" || std::string_view(argv[1]) == "c++"))
    name = argv[first++];
  if (name.empty()) return false;
  command.options.isCxx = name == "c++";
  own.push_back(name);
  const char* more = std::getenv(optionsVariable);
  for (std::string& word : splitWords(more ? more : "")) (isOurs(word) ? own : command.words).push_back(word);
  for (int i = first; i < argc; ++i) {
    std::string word = argv[i];
    (isOurs(word) ? own : command.words).push_back(word);
    if (word == "--steward-print-flags" && i + 1 < argc) own.push_back(argv[++i]);
  }
  return true;
}

// As a shell reads it back.
static std::string quoted(const std::string& word) {
  bool isPlain = !word.empty();
  for (char c : word)
    isPlain &= std::isalnum(static_cast<unsigned char>(c)) || std::strchr("-_=+,./:@%^", c) != nullptr;
  if (isPlain) return word;
  std::string text = "'";
  for (char c : word) text += c == '\'' ? std::string("'\\''") : std::string(1, c);
  return text + "'";
}

int runCompile(CompileCommand& command) {
  CompilerCommand made = command.printFlags.empty() ? instrumentedCommand(command.words, command.options)
                                                    : instrumentingFlags(command.printFlags == "link", command.options);
  if (!made.error.empty()) return fail(made.error);
  if (command.isDryRun || !command.printFlags.empty()) {
    std::string line;
    for (const std::string& word : made.words) line += (line.empty() ? "" : " ") + quoted(word);
    std::string problem = write(line + "\n", "");
    return problem.empty() ? 0 : fail(problem);
  }
  std::vector<char*> words;
  for (std::string& word : made.words) words.push_back(word.data());
  words.push_back(nullptr);
  execv(words[0], words.data());
  return fail(made.words[0] + ": " + std::strerror(errno));
}

} // namespace steward
