// What was placed, in words for a person: `steward cc --steward-remarks`.
//
//   point.c:8: in move: check write of 12 bytes of p, for lines 5, 6, 7
//
// The line in front is the one before whose code the check is made; those behind are the accesses that it stands for.
// Names are those of the debug information, so -g is wanted.
#pragma once

#include "placement/emit.h"

namespace llvm {
class raw_ostream;
} // namespace llvm

namespace steward::placement {

class Remarks {
public:
  void note(const llvm::Instruction* before, const Check& check);
  void note(const llvm::Instruction* before, const StridedCheck& check);
  // Of a length that is known only as the program runs.
  void noteRange(const llvm::Instruction* before, const llvm::Value* start, const llvm::Value* bytes, bool isWrite);

  // By file and line, and forgets them.
  void print(llvm::raw_ostream& output);

private:
  struct Remark {
    std::string file;
    unsigned line;
    std::string words;
    friend bool operator==(const Remark&, const Remark&) = default;
  };
  void add(const llvm::Instruction* before, bool isWrite, const std::string& what,
           llvm::ArrayRef<const llvm::Instruction*> accesses);

  std::vector<Remark> remarks_;
};

} // namespace steward::placement
