// Where things are, as SARIF says it: artifacts are listed once and named by their number, columns count code points.
#pragma once

#include "report/source_lines.h"
#include "steward/race.h"

#include "llvm/ADT/MapVector.h"
#include "llvm/ADT/StringMap.h"
#include "llvm/Support/JSON.h"

#include <string>

namespace steward {

class SarifPlaces {
public:
  static constexpr llvm::StringRef rootName = "%SRCROOT%";

  SarifPlaces(std::string root, bool sourceLines);

  // A `location`; the snippet is the line's text.
  llvm::json::Object location(const SourceLocation& at, llvm::StringRef function, llvm::StringRef message,
                              bool withSnippet);
  llvm::json::Value artifacts() const; // of all locations so far
  llvm::json::Value bases() const;     // what rootName stands for
  llvm::StringRef line(const SourceLocation& at) {
    return sourceLines_ ? lines_.line(at.file, at.line) : llvm::StringRef();
  }

private:
  struct Artifact {
    std::string uri;
    bool isBelowRoot = false;
  };
  size_t artifact(llvm::StringRef file);
  std::string belowRoot(llvm::StringRef path) const; // "" when it is not
  llvm::json::Object artifactLocation(const Artifact& artifact) const;
  unsigned codePoint(const SourceLocation& at);

  std::string root_, realRoot_; // as it was named, and without symbolic links
  bool sourceLines_;
  SourceLines lines_;
  llvm::StringMap<size_t> numbers_; // by the file's name in the report
  llvm::MapVector<llvm::StringRef, size_t> byUri_;
  std::vector<std::unique_ptr<Artifact>> artifacts_;
};

// Text that is UTF-8, whatever came in.
llvm::json::Value sarifText(llvm::StringRef text);
llvm::json::Object sarifMessage(llvm::StringRef text); // {"text": …}

} // namespace steward
