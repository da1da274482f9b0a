// Whatever the bytes, reading them as a compile database gives an error of one line or commands; and every command is
// some steps or none, with paths that are absolute. The same bytes are a record of a build, or are not.
#include "capture/database.h"
#include "capture/events.h"
#include "capture/flags.h"
#include "capture/graph.h"

#include "llvm/Support/Path.h"

#include <cstdlib>

using namespace steward;

static void check(bool holds) {
  if (!holds) std::abort();
}

static void checkCommand(const BuildCommand& command) {
  // A fuzzer is not to open files of its choice.
  for (const std::string& word : command.arguments)
    if (word.starts_with("@")) return;
  Steps steps = parseCommand(command);
  for (const CompileStep& step : steps.compiles) {
    check(llvm::sys::path::is_absolute(step.output));
    translateFlags(step.flags);
    unknownFlags(step.source, step.flags);
  }
  if (steps.link) check(llvm::sys::path::is_absolute(steps.link->output));
  if (steps.archive) check(llvm::sys::path::is_absolute(steps.archive->output));
}

extern "C" int LLVMFuzzerTestOneInput(const uint8_t* data, size_t size) {
  llvm::StringRef text(reinterpret_cast<const char*>(data), size);
  auto entries = parseDatabase(text, "fuzz.json", "/fuzz");
  if (entries) {
    for (const DatabaseEntry& entry : *entries) {
      check(!entry.command.arguments.empty());
      checkCommand(entry.command);
    }
  } else {
    std::string message = llvm::toString(entries.takeError());
    check(llvm::StringRef(message).starts_with("fuzz.json: ") && message.find('\n') == std::string::npos);
  }
  for (auto parse : {parseEvents, parseRecord}) {
    auto commands = parse(text);
    if (commands)
      for (const BuildCommand& command : *commands) checkCommand(command);
    else
      llvm::consumeError(commands.takeError());
  }
  return 0;
}
