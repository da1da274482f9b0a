#include "placement/proofs.h"

#include "llvm/ADT/SmallString.h"
#include "llvm/ADT/StringMap.h"
#include "llvm/IR/DebugInfoMetadata.h"
#include "llvm/IR/Instruction.h"
#include "llvm/Support/CommandLine.h"
#include "llvm/Support/ErrorHandling.h"
#include "llvm/Support/LineIterator.h"
#include "llvm/Support/MemoryBuffer.h"
#include "llvm/Support/Path.h"

using namespace llvm;

static cl::opt<std::string> proofsFile("steward-proofs", cl::desc("Lines of the source whose accesses need no check"),
                                       cl::value_desc("FILE"));

namespace steward::placement {

namespace {

struct Lines {
  std::string file; // the end of its path
  unsigned first, last;
};

// By the last part of the path, which decides most questions.
using Proofs = StringMap<SmallVector<Lines, 4>>;

Proofs readProofs() {
  Proofs proofs;
  if (proofsFile.empty()) return proofs;
  auto buffer = MemoryBuffer::getFile(proofsFile, /*IsText=*/true);
  if (!buffer) reportFatalUsageError(Twine(proofsFile) + ": " + buffer.getError().message());
  for (line_iterator line(**buffer, /*SkipBlanks=*/true, '#'); !line.is_at_end(); ++line) {
    auto [file, numbers] = line->trim().rsplit(':');
    auto [from, to] = numbers.split('-');
    Lines lines{file.str(), 0, 0};
    if (file.empty() || from.getAsInteger(10, lines.first) || (to.empty() ? from : to).getAsInteger(10, lines.last))
      reportFatalUsageError(Twine(proofsFile) + ":" + Twine(line.line_number()) +
                            ": expected FILE:LINE or FILE:FIRST-LAST");
    proofs[sys::path::filename(file)].push_back(std::move(lines));
  }
  return proofs;
}

} // namespace

bool isProved(const Instruction& access) {
  static const Proofs proofs = readProofs();
  if (proofs.empty()) return false;
  const DILocation* place = access.getDebugLoc();
  if (!place || !place->getLine()) return false;
  auto found = proofs.find(sys::path::filename(place->getFilename()));
  if (found == proofs.end()) return false;
  SmallString<128> path(place->getFilename());
  if (!sys::path::is_absolute(path)) {
    path = place->getDirectory();
    sys::path::append(path, place->getFilename());
  }
  return any_of(found->second, [&](const Lines& lines) {
    StringRef whole = path;
    bool isFile = whole == lines.file || whole.ends_with("/" + lines.file);
    return isFile && place->getLine() >= lines.first && place->getLine() <= lines.last;
  });
}

} // namespace steward::placement
