// Which pointers to member functions a program has.
//
// A call through one is compiled for two cases: it holds a function, or, for a virtual method, a place in the table of
// an object that only run time knows. It also moves `this` to the base that has the method. Most programs have neither
// virtual methods nor methods of later bases in such pointers (std::thread and std::invoke are full of plain ones), and
// where none is ever made none is ever called.
#pragma once

#include "llvm/IR/Module.h"

#include <set>

namespace steward {

struct MemberPointers {
  std::set<uint64_t> slots; // the places in virtual tables that some are of, in bytes
  bool areVirtual = false;  // some may be of any place
  bool areAdjusted = false; // some may move `this`
};

// Adds what a module makes. It must be as the compiler wrote it: what optimisers take apart is not found.
void findMemberPointers(const llvm::Module& module, MemberPointers& found);

} // namespace steward
