#include "capture/tool_commands.h"

#include "capture/compiler_command.h"
#include "capture/linker_words.h"

#include "llvm/Support/FileSystem.h"
#include "llvm/Support/Path.h"

namespace steward {

using llvm::StringRef;
namespace path = llvm::sys::path;

Steps parseArchiver(llvm::ArrayRef<std::string> given, StringRef directory) {
  std::vector<std::string> words = expandResponseFiles(given, directory);
  std::string letters;
  size_t i = 0;
  // "crs", "-crs", "-c -r"; long options and those with a value in between.
  for (; i < words.size(); ++i) {
    StringRef word = words[i];
    if (word == "--plugin" || word == "--target" || word == "--output")
      ++i;
    else if (word.starts_with("--"))
      continue;
    else if (word.consume_front("-"))
      letters += word;
    else if (letters.empty())
      letters = word.str();
    else
      break;
  }
  StringRef operation = letters;
  // The place among the members ("ar ra LAST lib.a x.o"), and the number of a member with several of one name.
  if (operation.find_first_of("abiN") != StringRef::npos && i < words.size()) ++i;
  if (i >= words.size() || operation.contains('M')) return {};
  std::string archive = resolvedPath(words[i++], directory);
  llvm::ArrayRef<std::string> rest = llvm::ArrayRef(words).drop_front(i);
  Steps steps;
  if (operation.contains('x')) {
    steps.extract = ExtractStep{archive, rest.vec(), directory.str()};
  } else if (operation.contains('r') || operation.contains('q')) {
    ArchiveStep step{{}, archive};
    for (const std::string& member : rest) step.members.push_back(resolvedPath(member, directory));
    steps.archive = std::move(step);
  }
  return steps;
}

Steps parseLinker(llvm::ArrayRef<std::string> given, StringRef directory) {
  std::vector<std::string> words = expandResponseFiles(given, directory);
  LinkerWords link;
  std::string output = "a.out";
  for (size_t i = 0; i < words.size(); ++i) {
    StringRef word = words[i];
    if ((word == "-o" || word == "--output") && i + 1 < words.size())
      output = words[++i];
    else if (word.starts_with("--output="))
      output = word.drop_front(9).str();
    else
      link.word(word, directory);
  }
  Steps steps;
  if (!link.inputs.empty())
    steps.link = LinkStep{link.kind, link.inputs, link.folders, resolvedPath(output, directory)};
  return steps;
}

Steps parseCopy(StringRef tool, llvm::ArrayRef<std::string> words, StringRef directory) {
  std::vector<std::string> names;
  bool isSymbolic = false;
  for (size_t i = 0; i < words.size(); ++i) {
    StringRef word = words[i];
    if (!word.starts_with("-")) {
      names.push_back(word.str());
      continue;
    }
    if (tool == "ln" && !word.starts_with("--") && word.contains('s')) isSymbolic = true;
    if (tool == "install" && (word == "-m" || word == "-o" || word == "-g")) ++i;
  }
  Steps steps;
  bool isObjcopy = tool.ends_with("objcopy");
  if (names.size() < 2 || (isObjcopy && names.size() != 2)) return steps;
  std::string to = resolvedPath(names.back(), directory);
  bool isFolder = !isObjcopy && llvm::sys::fs::is_directory(to);
  names.pop_back();
  for (const std::string& name : names) {
    llvm::SmallString<256> target(to);
    if (isFolder) path::append(target, path::filename(name));
    // What a symbolic link says is as seen from where it lies.
    StringRef base = isSymbolic ? path::parent_path(target) : directory;
    steps.copies.push_back({resolvedPath(name, base), std::string(target)});
  }
  return steps;
}

} // namespace steward
