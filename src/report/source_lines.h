// Lines of source files, made fit for a terminal.
#pragma once

#include "llvm/ADT/StringMap.h"
#include "llvm/ADT/StringRef.h"
#include "llvm/Support/MemoryBuffer.h"

#include <memory>
#include <string>
#include <vector>

namespace steward {

// Reads a file when a line of it is first asked for. A file that cannot be read has no lines: a report is still useful
// on a machine that does not have the sources.
class SourceLines {
public:
  // The line, counted from 1, without its end; empty if there is none.
  llvm::StringRef line(llvm::StringRef file, unsigned number);

private:
  struct File {
    std::unique_ptr<llvm::MemoryBuffer> text;
    std::vector<size_t> starts; // of each line
  };
  const File& file(llvm::StringRef name);

  llvm::StringMap<File> files_;
};

struct Snippet {
  std::string text;
  unsigned caret = 0; // columns before the caret
  bool hasCaret = false;
};

// A line as a terminal shows it: tabs expanded, what is not printable replaced, clipped to `width` columns around the
// caret. `column` counts bytes from 1; 0 if it is not known.
Snippet makeSnippet(llvm::StringRef line, unsigned column, unsigned width);

// `text` on one line, without what could steer a terminal.
std::string printable(llvm::StringRef text);

} // namespace steward
