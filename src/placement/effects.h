// What an instruction does that a check cannot be moved across (BigFoot's KillSetHistory and KillSetAnticipated), found
// once for all functions of a module by following calls.
#pragma once

#include "llvm/ADT/DenseMap.h"

namespace llvm {
class CallBase;
class Function;
class Instruction;
class Loop;
class Module;
} // namespace llvm

namespace steward::placement {

struct Effects {
  bool acquires = false; // later accesses may be ordered after another thread's
  bool releases = false; // earlier accesses may be ordered before another thread's
  bool leaves = false;   // may not come back: throws, ends the thread or the program, jumps, loops for ever
  bool frees = false;    // memory may be given back, and be someone else's afterwards

  bool any() const { return acquires || releases || leaves || frees; }
  bool synchronizes() const { return acquires || releases; }
  Effects& operator|=(const Effects& other) {
    acquires |= other.acquires, releases |= other.releases, leaves |= other.leaves, frees |= other.frees;
    return *this;
  }
  friend bool operator==(const Effects&, const Effects&) = default;
};

// A loop that the language does not require to end, or that waits for another thread, be it by plain memory.
bool mayNotEnd(const llvm::Loop& loop);

class ModuleEffects {
public:
  explicit ModuleEffects(const llvm::Module& module);
  Effects of(const llvm::Instruction& instruction) const;

private:
  Effects ofCall(const llvm::CallBase& call) const;
  llvm::DenseMap<const llvm::Function*, Effects> functions_; // those with a body
};

} // namespace steward::placement
