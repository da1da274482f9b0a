#include "capture/generated_links.h"

#include "capture/database.h"
#include "capture/process.h"

#include "llvm/ADT/ScopeExit.h"
#include "llvm/Support/FileSystem.h"
#include "llvm/Support/MemoryBuffer.h"
#include "llvm/Support/Path.h"
#include "llvm/Support/Program.h"

namespace steward {

using llvm::StringRef;
namespace fs = llvm::sys::fs;
namespace path = llvm::sys::path;

std::vector<BuildCommand> splitShellLine(StringRef line, StringRef directory) {
  std::vector<BuildCommand> commands;
  BuildCommand command{directory.str(), {}};
  auto finish = [&] {
    // "cd FOLDER && …", as generators of makefiles write it.
    if (command.arguments.size() == 2 && command.arguments[0] == "cd")
      command.directory = resolvedPath(command.arguments[1], command.directory);
    else if (!command.arguments.empty())
      commands.push_back(command);
    command.arguments.clear();
  };
  for (std::string& word : splitCommand(line))
    if (word == "&&" || word == ";" || word == "||")
      finish();
    else
      command.arguments.push_back(std::move(word));
  finish();
  return commands;
}

// Only what links: compile commands are the database's.
static void addLinks(StringRef line, StringRef directory, std::vector<BuildCommand>& links) {
  for (BuildCommand& command : splitShellLine(line, directory)) {
    Steps steps = parseCommand(command);
    if (steps.compiles.empty() && !steps.empty()) links.push_back(std::move(command));
  }
}

static void addLines(StringRef file, StringRef directory, std::vector<BuildCommand>& links) {
  auto text = llvm::MemoryBuffer::getFile(file);
  if (!text) return;
  llvm::SmallVector<StringRef, 64> lines;
  (*text)->getBuffer().split(lines, '\n');
  for (StringRef line : lines) addLinks(line, directory, links);
}

std::vector<BuildCommand> findGeneratedLinks(StringRef folder) {
  std::vector<BuildCommand> links;
  llvm::SmallString<256> targets(folder), ninjaFile(folder);
  path::append(targets, "CMakeFiles", "TargetDirectories.txt");
  path::append(ninjaFile, "build.ninja");
  if (fs::exists(ninjaFile)) {
    auto ninja = llvm::sys::findProgramByName("ninja");
    llvm::SmallString<128> output;
    if (!ninja || fs::createTemporaryFile("steward", "txt", output)) return links;
    llvm::scope_exit remove([&] { fs::remove(output); });
    auto status = runProcess({{*ninja, "-C", folder.str(), "-t", "commands"}, "", std::string(output), false});
    if (!status)
      llvm::consumeError(status.takeError());
    else if (*status == 0)
      addLines(output, folder, links);
    return links;
  }
  auto list = llvm::MemoryBuffer::getFile(targets);
  if (!list) return links;
  llvm::SmallVector<StringRef, 64> lines;
  (*list)->getBuffer().split(lines, '\n');
  for (StringRef target : lines) {
    target = target.trim();
    if (target.empty()) continue;
    llvm::SmallString<256> file(target);
    path::append(file, "link.txt");
    // FOLDER/CMakeFiles/NAME.dir/link.txt is run in FOLDER.
    addLines(file, path::parent_path(path::parent_path(target)), links);
  }
  return links;
}

} // namespace steward
