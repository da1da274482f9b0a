// compile_commands.json, the list of a build's compile commands that CMake, Meson, Bear and others write.
// https://clang.llvm.org/docs/JSONCompilationDatabase.html
#pragma once

#include "capture/step.h"

#include "llvm/Support/Error.h"

namespace steward {

struct DatabaseEntry {
  BuildCommand command;
  std::string file;   // absolute
  std::string output; // absolute, or empty when the entry does not name it
};

// An error reads "FILE: reason". Relative folders are taken to start at `folder`, where the file lies.
llvm::Expected<std::vector<DatabaseEntry>> parseDatabase(llvm::StringRef text, llvm::StringRef fileName,
                                                         llvm::StringRef folder);

// Words of a shell command without its grammar: quotes and backslashes count, nothing else does.
std::vector<std::string> splitCommand(llvm::StringRef command);

} // namespace steward
