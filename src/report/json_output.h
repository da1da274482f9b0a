// What JSON reports have in common.
#pragma once

#include "steward/race.h"

#include "llvm/Support/JSON.h"

#include <string>
#include <vector>

namespace steward {

// Names that are not UTF-8 come out with U+FFFD for what is not.
class JsonOutput {
public:
  explicit JsonOutput(llvm::raw_ostream& out, unsigned indent = 2) : out_(out, indent) {}

protected:
  void text(llvm::StringRef key, llvm::StringRef value);
  void optionalText(llvm::StringRef key, llvm::StringRef value) {
    if (!value.empty()) text(key, value);
  }
  void texts(llvm::StringRef key, const std::vector<std::string>& values);
  void number(llvm::StringRef key, double value);
  void location(const SourceLocation& at); // the members of an object
  void frames(llvm::StringRef key, const std::vector<StackFrame>& frames);
  void tool(int version);
  void skipped(const std::vector<Skipped>& list);

  llvm::json::OStream out_;
};

} // namespace steward
