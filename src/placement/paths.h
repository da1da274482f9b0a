// What a function accesses, as the analysis of contexts.h sees it: paths (a pointer, a distance, a number of bytes),
// and of each block the instructions that matter, in their order.
#pragma once

#include "placement/effects.h"

#include "llvm/ADT/BitVector.h"
#include "llvm/ADT/SmallVector.h"

#include <vector>

namespace llvm {
class BasicBlock;
class Instruction;
class Value;
} // namespace llvm

namespace steward::placement {

using PathId = unsigned;
using BaseId = unsigned;

struct Path {
  BaseId base;
  int64_t offset;
  uint64_t bytes;
  uint64_t alignment = 1;
  llvm::SmallVector<PathId, 4> within; // paths of the same base that lie in this one, itself too
};

// What matters of an instruction, in the order of the block.
struct Item {
  enum Kind : uint8_t { Access, Effect, Definition } kind;
  bool isWrite = false;
  unsigned index = 0; // path or base
  Effects effects = {};
  llvm::Instruction* instruction;
  // Found once, when what comes later is known: the base is accessed on some way to the next kill, and which of
  // the sets of anticipated paths holds anticipated behind the instruction, where it matters.
  bool isBaseUsedLater = false;
  unsigned anticipatedAfter = 0;
};

// Reads and writes apart. What is in `writes` is in `reads` too, where the set says that something is covered.
struct PathSet {
  llvm::BitVector reads, writes;
  void resize(unsigned size, bool value = false) { reads.resize(size, value), writes.resize(size, value); }
  bool none() const { return reads.none() && writes.none(); }
  void reset() { reads.reset(), writes.reset(); }
  PathSet& operator&=(const PathSet& other) {
    reads &= other.reads, writes &= other.writes;
    return *this;
  }
  PathSet& operator|=(const PathSet& other) {
    reads |= other.reads, writes |= other.writes;
    return *this;
  }
  void remove(const PathSet& other) { reads.reset(other.reads), writes.reset(other.writes); }
  friend bool operator==(const PathSet& a, const PathSet& b) { return a.reads == b.reads && a.writes == b.writes; }
};

struct BlockContext {
  llvm::BasicBlock* block;
  llvm::SmallVector<Item, 8> items;
  llvm::BitVector usedLater; // bases, at the start: accessed on some way to the next kill
  PathSet anticipated;       // at the start
  PathSet accessed;          // past accesses whose check is not placed yet, at the start
  PathSet accessedAtEnd;
  PathSet checked; // at the start
  PathSet checkedAtEnd;
};

// Of one function. Blocks that are never reached have no context.
struct FunctionPaths {
  FunctionPaths(llvm::Function& function, const ModuleEffects& effects);

  void addAccess(PathSet& set, PathId path, bool isWrite) const;
  void removeBase(PathSet& set, BaseId base) const;
  PathSet none() const;
  bool mayWaitAt(const BlockContext& context) const { return mayWait[unsigned(&context - contexts.data())]; }
  const BlockContext& contextOf(llvm::BasicBlock* block) const { return contexts[numbers.lookup(block)]; }

  std::vector<BlockContext> contexts; // in reverse post-order
  llvm::DenseMap<llvm::BasicBlock*, unsigned> numbers;
  std::vector<Path> paths;
  std::vector<llvm::Value*> bases;
  std::vector<llvm::SmallVector<PathId, 4>> ofBase;
  llvm::BitVector mayWait; // blocks: heads of loops that may never end

private:
  void addDefinitions();
  void findWithin();
  void findWaitingLoops(llvm::Function& function);
};

} // namespace steward::placement
