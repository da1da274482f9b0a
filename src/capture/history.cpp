#include "capture/history.h"

#include "capture/database.h"

#include "support/json_text.h"

#include "llvm/ADT/STLExtras.h"
#include "llvm/Support/FileSystem.h"
#include "llvm/Support/JSON.h"
#include "llvm/Support/MemoryBuffer.h"
#include "llvm/Support/Path.h"

#include <set>

namespace steward {

namespace json = llvm::json;
namespace fs = llvm::sys::fs;
using llvm::StringRef;

static constexpr int version = 1;

static bool fromJSON(const json::Value& value, BuildCommand& command, json::Path path) {
  json::ObjectMapper map(value, path);
  return map && map.map("directory", command.directory) && map.map("arguments", command.arguments);
}

BuildHistory BuildHistory::read(std::string file) {
  BuildHistory history;
  history.file_ = std::move(file);
  auto text = llvm::MemoryBuffer::getFile(history.file_);
  if (!text || nestsTooDeep((*text)->getBuffer())) return history;
  auto value = json::parse((*text)->getBuffer());
  if (!value) {
    llvm::consumeError(value.takeError());
    return history;
  }
  BuildHistory filled = history;
  json::Path::Root root("history");
  json::ObjectMapper map(*value, root);
  int found = 0;
  if (map && map.map("version", found) && found == version && map.map("commands", filled.commands_) &&
      map.map("linked", filled.linked_))
    return filled;
  llvm::consumeError(root.getError());
  return history;
}

// What a command makes. An object inside "PROGRAM:SOURCE" is there as long as the program is.
static std::vector<std::string> outputsOf(const Steps& steps) {
  std::vector<std::string> outputs;
  if (steps.link)
    outputs.push_back(steps.link->output);
  else
    for (const CompileStep& step : steps.compiles) outputs.push_back(step.output);
  if (steps.archive) outputs.push_back(steps.archive->output);
  for (const CopyStep& copy : steps.copies) outputs.push_back(copy.to);
  return outputs;
}

void BuildHistory::add(const std::string& build, llvm::ArrayRef<BuildCommand> commands) {
  std::set<BuildCommand> isNew(commands.begin(), commands.end());
  std::set<std::string> made; // by commands that replace what was there; archives are added to
  for (const BuildCommand& command : commands) {
    Steps steps = parseCommand(command);
    if (!steps.archive)
      for (std::string& output : outputsOf(steps)) made.insert(std::move(output));
    if (steps.link && !llvm::is_contained(linked_[build], steps.link->output))
      linked_[build].push_back(steps.link->output);
    if (steps.archive && !llvm::is_contained(linked_[build], steps.archive->output))
      linked_[build].push_back(steps.archive->output);
  }
  std::vector<BuildCommand> kept;
  for (BuildCommand& command : commands_) {
    if (isNew.contains(command)) continue;
    std::vector<std::string> outputs = outputsOf(parseCommand(command));
    bool isCurrent = outputs.empty() || llvm::any_of(outputs, [&](const std::string& output) {
                       return !made.contains(output) && fs::exists(output);
                     });
    if (isCurrent) kept.push_back(std::move(command));
  }
  kept.insert(kept.end(), commands.begin(), commands.end());
  commands_ = std::move(kept);
}

std::vector<std::string> BuildHistory::linkedBy(const std::string& build) const {
  auto it = linked_.find(build);
  return it == linked_.end() ? std::vector<std::string>() : it->second;
}

bool BuildHistory::write() const {
  if (file_.empty()) return false;
  json::Array commands;
  for (const BuildCommand& command : commands_)
    commands.push_back(
        json::Object{{"directory", json::fixUTF8(command.directory)},
                     {"arguments", json::Array(llvm::map_range(command.arguments, [](const std::string& w) {
                        return json::Value(json::fixUTF8(w));
                      }))}});
  json::Object linked;
  for (const auto& [build, outputs] : linked_) linked[json::fixUTF8(build)] = json::Array(outputs);
  json::Value all =
      json::Object{{"version", version}, {"commands", std::move(commands)}, {"linked", std::move(linked)}};
  if (fs::create_directories(llvm::sys::path::parent_path(file_))) return false;
  llvm::Error error = llvm::writeToOutput(file_, [&](llvm::raw_ostream& out) {
    out << all << '\n';
    return llvm::Error::success();
  });
  bool isWritten = !error;
  llvm::consumeError(std::move(error));
  return isWritten;
}

} // namespace steward
