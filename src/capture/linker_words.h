// The words of a command line that are the linker's: what goes in, and where libraries are looked for.
#pragma once

#include "capture/step.h"

namespace steward {

class LinkerWords {
public:
  LinkKind kind = LinkKind::Executable;
  std::vector<LinkInput> inputs;
  std::vector<std::string> folders;

  void file(std::string path) { inputs.push_back({std::move(path), false, isWhole_, isStatic_}); }

  // An option of a compiler's driver; false if it does not concern the linker.
  bool option(llvm::StringRef word, std::optional<llvm::StringRef> value, llvm::StringRef directory);

  // A word for the linker itself, of -Wl,… or of its own command line.
  void word(llvm::StringRef word, llvm::StringRef directory);

private:
  void library(llvm::StringRef name) { inputs.push_back({name.str(), true, isWhole_, isStatic_}); }

  bool isWhole_ = false, isStatic_ = false;
  std::string pending_; // an option of the linker whose value is the next word
};

} // namespace steward
