// What was recorded of the builds of a folder before. A build makes only what is out of date: after an edit it compiles
// one file and links, and the rest is as it was when it was last made.
#pragma once

#include "capture/step.h"

#include <map>

namespace steward {

class BuildHistory {
public:
  // The file need not exist; one that cannot be read is as good as none.
  static BuildHistory read(std::string file);

  // Takes in what `build` (its command line) has made now. The older of two commands that make one file goes, and so do
  // those whose files are gone.
  void add(const std::string& build, llvm::ArrayRef<BuildCommand> commands);

  // False when it cannot be written, which costs the next recording only.
  bool write() const;

  llvm::ArrayRef<BuildCommand> commands() const { return commands_; }
  // What this command line has linked, now and before.
  std::vector<std::string> linkedBy(const std::string& build) const;

private:
  std::string file_;
  std::vector<BuildCommand> commands_;
  std::map<std::string, std::vector<std::string>> linked_;
};

} // namespace steward
