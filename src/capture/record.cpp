#include "capture/record.h"

#include "capture/events.h"
#include "capture/process.h"

#include "llvm/ADT/ScopeExit.h"
#include "llvm/Support/FileSystem.h"
#include "llvm/Support/MemoryBuffer.h"
#include "llvm/Support/Path.h"
#include "llvm/Support/Program.h"
#include "llvm/Support/raw_ostream.h"

namespace steward {

using llvm::StringRef;

llvm::Expected<std::vector<BuildCommand>> recordBuild(llvm::ArrayRef<std::string> command, bool isQuiet) {
  auto bear = llvm::sys::findProgramByName("bear");
  if (!bear)
    return llvm::createStringError("bear is needed to record a build, and is not on the path (on Debian: apt-get install "
                                   "bear); a compile database needs no recording: steward check -p FOLDER");
  if (!llvm::sys::findProgramByName(command[0]))
    return llvm::createStringError(command[0] + ": no such command; what follows -- without files before it is the "
                                                "build to record, such as make");

  // The record holds the environment of every process: nobody else is to read it, and it does not stay.
  llvm::SmallString<128> folder;
  if (auto failed = llvm::sys::fs::createUniqueDirectory("steward-record", folder))
    return llvm::createStringError("cannot make a temporary folder: " + failed.message());
  llvm::scope_exit remove([&] { llvm::sys::fs::remove_directories(folder); });
  llvm::sys::fs::setPermissions(folder, llvm::sys::fs::owner_all);
  llvm::SmallString<128> events(folder), log(folder);
  llvm::sys::path::append(events, "events.json");
  llvm::sys::path::append(log, "log");

  Spawn spawn;
  spawn.arguments = {*bear, "intercept", "--output", std::string(events), "--"};
  spawn.arguments.insert(spawn.arguments.end(), command.begin(), command.end());
  spawn.keepsInput = true;
  if (isQuiet) spawn.output = std::string(log);
  auto status = runProcess(spawn);
  if (!status) return status.takeError();
  if (*status != 0) {
    if (isQuiet)
      if (auto text = llvm::MemoryBuffer::getFile(log)) llvm::errs() << (*text)->getBuffer();
    std::string words;
    for (const std::string& word : command) words += (words.empty() ? "" : " ") + word;
    return llvm::createStringError("the build failed with status " + llvm::Twine(*status) + ": " + words);
  }
  auto text = llvm::MemoryBuffer::getFile(events);
  if (!text) return llvm::createStringError("bear left no record of the build: " + text.getError().message());
  return parseEvents((*text)->getBuffer());
}

} // namespace steward
