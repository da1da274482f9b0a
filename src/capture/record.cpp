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
namespace fs = llvm::sys::fs;
namespace path = llvm::sys::path;

// Beside this program, or where it is installed. Bear can do without, but is slower.
static std::optional<std::string> findRecorder() {
  std::string self = fs::getMainExecutable(nullptr, nullptr);
  StringRef folder = path::parent_path(self);
  for (StringRef place : {"", "../libexec/steward", "../lib/steward"}) {
    llvm::SmallString<256> file(folder);
    path::append(file, place, "steward-recorder");
    if (fs::can_execute(file)) return resolvedPath(file, "/");
  }
  return std::nullopt;
}

llvm::Expected<std::vector<BuildCommand>> recordBuild(llvm::ArrayRef<std::string> command, bool isQuiet) {
  auto bear = llvm::sys::findProgramByName("bear");
  if (!bear)
    return llvm::createStringError(
        "bear is needed to record a build, and is not on the path (on Debian: apt-get install "
        "bear); a compile database needs no recording: steward check -p FOLDER");
  if (!llvm::sys::findProgramByName(command[0]))
    return llvm::createStringError(command[0] + ": no such command; what follows -- without files before it is the "
                                                "build to record, such as make");

  // The record holds the environment of every process: nobody else is to read it, and it does not stay.
  llvm::SmallString<128> folder;
  if (auto failed = fs::createUniqueDirectory("steward-record", folder))
    return llvm::createStringError("cannot make a temporary folder: " + failed.message());
  llvm::scope_exit remove([&] { fs::remove_directories(folder); });
  fs::setPermissions(folder, fs::owner_all);
  llvm::SmallString<128> events(folder), log(folder), link(folder), record(folder);
  path::append(events, "events.json");
  path::append(log, "log");
  path::append(link, "recorder");
  path::append(record, "record");
  auto recorder = findRecorder();
  if (recorder && fs::create_link(*recorder, link)) recorder.reset();

  Spawn spawn;
  spawn.arguments = {*bear, "intercept", "--output", std::string(events)};
  if (recorder) spawn.arguments.insert(spawn.arguments.end(), {"--wrapper", std::string(link)});
  spawn.arguments.push_back("--");
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
  auto text = llvm::MemoryBuffer::getFile(recorder ? record : events);
  if (!text) return llvm::createStringError("bear left no record of the build: " + text.getError().message());
  return recorder ? parseRecord((*text)->getBuffer()) : parseEvents((*text)->getBuffer());
}

} // namespace steward
