#include "capture/database.h"

#include "support/json_text.h"

#include "llvm/Support/CommandLine.h"
#include "llvm/Support/JSON.h"
#include "llvm/Support/StringSaver.h"

namespace steward {

namespace json = llvm::json;
using llvm::StringRef;

std::vector<std::string> splitCommand(StringRef command) {
  llvm::BumpPtrAllocator memory;
  llvm::StringSaver saver(memory);
  llvm::SmallVector<const char*, 64> words;
  llvm::cl::TokenizeGNUCommandLine(command, saver, words);
  return {words.begin(), words.end()};
}

llvm::Expected<std::vector<DatabaseEntry>> parseDatabase(StringRef text, StringRef fileName, StringRef folder) {
  auto error = [&](const llvm::Twine& reason) { return llvm::createStringError(fileName + ": " + reason); };
  if (nestsTooDeep(text)) return error("not a compile database: it nests too deep");
  // JSON is UTF-8; paths in it that are not, in Latin-1 say, are damaged and then not found, which is said of each.
  auto value = json::parse(json::isUTF8(text) ? text.str() : json::fixUTF8(text));
  if (!value) {
    std::string reason = llvm::toString(value.takeError());
    return error("not JSON: " + StringRef(reason).split('\n').first);
  }
  const json::Array* list = value->getAsArray();
  if (!list) return error("not a compile database: it is not a list");
  std::vector<DatabaseEntry> entries;
  for (size_t i = 0; i < list->size(); ++i) {
    auto wrong = [&](const llvm::Twine& reason) {
      return error("not a compile database: entry " + llvm::Twine(i + 1) + " " + reason);
    };
    const json::Object* object = (*list)[i].getAsObject();
    if (!object) return wrong("is not an object");
    auto directory = object->getString("directory"), file = object->getString("file");
    if (!directory) return wrong("has no directory");
    if (!file || file->empty()) return wrong("has no file");
    DatabaseEntry entry;
    entry.command.directory = resolvedPath(*directory, folder);
    entry.file = resolvedPath(*file, entry.command.directory);
    if (auto output = object->getString("output"); output && !output->empty())
      entry.output = resolvedPath(*output, entry.command.directory);
    if (const json::Array* words = object->getArray("arguments")) {
      for (const json::Value& word : *words) {
        auto part = word.getAsString();
        if (!part) return wrong("has arguments that are not all text");
        entry.command.arguments.push_back(part->str());
      }
    } else if (auto command = object->getString("command")) {
      entry.command.arguments = splitCommand(*command);
    } else {
      return wrong("has neither arguments nor a command");
    }
    if (entry.command.arguments.empty()) return wrong("has an empty command");
    entries.push_back(std::move(entry));
  }
  return entries;
}

} // namespace steward
