#include "capture/events.h"

#include "capture/database.h"

#include "llvm/ADT/DenseSet.h"
#include "llvm/ADT/StringSet.h"
#include "llvm/Support/JSON.h"

namespace steward {

namespace json = llvm::json;
using llvm::StringRef;

namespace {

struct Started {
  std::string id;
  int64_t process = 0, parent = 0;
  BuildCommand command;
};

} // namespace

llvm::Expected<std::vector<BuildCommand>> parseEvents(StringRef text) {
  std::vector<Started> started;
  llvm::StringSet<> failed;
  while (!text.empty()) {
    auto [line, rest] = text.split('\n');
    text = rest;
    if (line.trim().empty()) continue;
    if (nestsTooDeep(line)) return llvm::createStringError("the record of the build nests too deep");
    auto event = json::parse(json::isUTF8(line) ? line.str() : json::fixUTF8(line));
    if (!event) {
      llvm::consumeError(event.takeError());
      return llvm::createStringError("the record of the build cannot be read");
    }
    const json::Object* object = event->getAsObject();
    if (!object) continue;
    StringRef id = object->getString("rid").value_or("");
    if (const json::Object* end = object->getObject("terminated")) {
      if (end->getString("status").value_or("0") != "0") failed.insert(id);
      continue;
    }
    const json::Object* start = object->getObject("started");
    const json::Object* execution = start ? start->getObject("execution") : nullptr;
    const json::Array* words = execution ? execution->getArray("arguments") : nullptr;
    if (!words) continue;
    Started entry;
    entry.id = id.str();
    entry.process = start->getInteger("pid").value_or(0);
    entry.parent = start->getInteger("ppid").value_or(0);
    entry.command.directory = absolutePath(execution->getString("working_dir").value_or("/"), "/");
    for (const json::Value& word : *words) entry.command.arguments.push_back(word.getAsString().value_or("").str());
    if (!entry.command.arguments.empty()) started.push_back(std::move(entry));
  }

  std::vector<BuildCommand> commands;
  llvm::DenseSet<int64_t> compilers; // and what they started
  for (Started& entry : started) {
    bool isInside = entry.parent && compilers.contains(entry.parent);
    if (entry.process && (isInside || isCompilerName(entry.command.arguments[0]))) compilers.insert(entry.process);
    if (isInside || failed.contains(entry.id)) continue;
    if (!parseCommand(entry.command).empty()) commands.push_back(std::move(entry.command));
  }
  return commands;
}

} // namespace steward
