// Suppression files in ThreadSanitizer's syntax, and comments in the source.
//
//   # The statistics may be a little off.
//   race:update_stats          a function, a file or a variable: part of its name, with * for anything
//   race:^third_party/zlib/    ^ and $ tie it to the start and the end
//   race_top:log_line          only the function that makes the access
//
//   hits++; // steward-ignore: an estimate will do
#pragma once

#include "steward/triage.h"

#include "report/source_lines.h"

#include "llvm/ADT/StringRef.h"
#include "llvm/Support/Error.h"

#include <map>
#include <optional>
#include <string>
#include <vector>

namespace steward {

// Whether the text has a part that the pattern describes.
bool matchesPattern(llvm::StringRef text, llvm::StringRef pattern);

// Errors read "FILE:LINE: reason".
llvm::Expected<std::vector<Suppression>> parseSuppressions(llvm::StringRef text, llvm::StringRef file);

// The reason that a comment on the line of an access, or alone on the line before it, gives for leaving it alone.
class SourceComments {
public:
  std::optional<std::string> reasonAt(const SourceLocation& at);
  const std::vector<std::string>& withoutReason() const {
    return withoutReason_;
  } // "FILE:LINE" of those that give none

private:
  std::optional<std::string> reasonIn(llvm::StringRef file, unsigned line, bool isAlone);

  SourceLines lines_;
  std::map<SourceLocation, std::optional<std::string>> known_;
  std::vector<std::string> withoutReason_;
};

} // namespace steward
