#include "capture/events.h"

#include "capture/database.h"
#include "support/json_text.h"

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

std::vector<BuildCommand> selectSteps(std::vector<Started> started, const llvm::StringSet<>& failed) {
  std::vector<BuildCommand> commands;
  llvm::DenseSet<int64_t> compilers; // and what they started
  for (Started& entry : started) {
    bool isInside = entry.parent && compilers.contains(entry.parent);
    if (entry.process) {
      // The number may have been another process's before.
      compilers.erase(entry.process);
      if (isInside || isCompilerName(entry.command.arguments[0])) compilers.insert(entry.process);
    }
    if (isInside || failed.contains(entry.id)) continue;
    if (!parseCommand(entry.command).empty()) commands.push_back(std::move(entry.command));
  }
  return commands;
}

} // namespace

llvm::Expected<std::vector<BuildCommand>> parseRecord(StringRef text) {
  auto damaged = [] { return llvm::createStringError("the record of the build is damaged"); };
  std::vector<Started> started;
  while (!text.empty()) {
    auto field = [&] {
      auto [first, rest] = text.split('\0');
      text = rest;
      return first;
    };
    Started entry;
    uint64_t count = 0;
    if (field().getAsInteger(10, entry.process) || field().getAsInteger(10, entry.parent) ||
        field().getAsInteger(10, count) || count == 0 || count > text.size())
      return damaged();
    entry.command.directory = resolvedPath(field(), "/");
    for (uint64_t i = 0; i < count; ++i) entry.command.arguments.push_back(field().str());
    if (!text.consume_front("\n")) return damaged();
    started.push_back(std::move(entry));
  }
  return selectSteps(std::move(started), {});
}

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
    entry.command.directory = resolvedPath(execution->getString("working_dir").value_or("/"), "/");
    for (const json::Value& word : *words) entry.command.arguments.push_back(word.getAsString().value_or("").str());
    if (!entry.command.arguments.empty()) started.push_back(std::move(entry));
  }

  return selectSteps(std::move(started), failed);
}

} // namespace steward
