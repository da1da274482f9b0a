#include "capture/step.h"

#include "capture/compiler_command.h"
#include "capture/tool_commands.h"

#include "llvm/ADT/SmallString.h"
#include "llvm/Support/Path.h"

namespace steward {

using llvm::StringRef;
namespace path = llvm::sys::path;

std::string resolvedPath(StringRef name, StringRef directory) {
  llvm::SmallString<256> full;
  if (!path::is_absolute(name)) full = directory;
  path::append(full, name);
  path::remove_dots(full, /*remove_dot_dot=*/true);
  return std::string(full);
}

// "x86_64-linux-gnu-gcc-12" is gcc, "clang++-22" is clang++.
static StringRef plainName(StringRef program, llvm::ArrayRef<StringRef> known) {
  StringRef name = path::filename(program);
  StringRef stem = name.rtrim("0123456789.");
  if (stem != name && stem.ends_with("-")) name = stem.drop_back();
  for (StringRef tool : known)
    if (name == tool || (name.ends_with(tool) && name.drop_back(tool.size()).ends_with("-"))) return tool;
  return "";
}

// The longer names first: "clang++" ends with no "-c++", but "x-clang" does end with "-clang".
static constexpr StringRef compilers[] = {"clang++", "clang", "g++", "gcc", "c++", "cc", "c89", "c99", "icpx", "icx"};
static constexpr StringRef launchers[] = {"ccache", "sccache", "distcc", "icecc", "buildcache"};
static constexpr StringRef archivers[] = {"llvm-ar", "gcc-ar", "ar"};
static constexpr StringRef linkers[] = {"ld", "ld.bfd", "ld.gold", "ld.lld", "lld", "mold", "ld.mold", "gold"};
static constexpr StringRef copiers[] = {"cp", "mv", "ln", "install", "objcopy", "llvm-objcopy"};

bool isCompilerName(StringRef program) {
  return !plainName(program, compilers).empty() || !plainName(program, launchers).empty();
}

bool isAssemblySource(StringRef file) {
  StringRef extension = path::extension(file);
  return extension == ".s" || extension == ".S" || extension == ".sx" || extension == ".asm";
}

Steps parseCommand(const BuildCommand& command) {
  llvm::ArrayRef<std::string> words = command.arguments;
  // ccache gcc …; called as gcc, it is gcc.
  while (!words.empty() && !plainName(words[0], launchers).empty()) {
    words = words.drop_front();
    while (!words.empty() && (StringRef(words[0]).starts_with("-") || StringRef(words[0]).contains('=')))
      words = words.drop_front();
  }
  if (words.empty()) return {};
  StringRef name = plainName(words[0], compilers);
  if (!name.empty())
    return parseCompilerCommand(words.drop_front(), command.directory, name.ends_with("++") || name == "icpx");
  if (!plainName(words[0], archivers).empty()) return parseArchiver(words.drop_front(), command.directory);
  if (!plainName(words[0], linkers).empty()) return parseLinker(words.drop_front(), command.directory);
  StringRef copier = plainName(words[0], copiers);
  if (!copier.empty()) return parseCopy(copier, words.drop_front(), command.directory);
  return {};
}

} // namespace steward
