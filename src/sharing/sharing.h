// Origin-sharing analysis (O2 section 3.3, algorithm 1): which origins read and write which memory, and so which accesses
// could race at all. One linear scan over the accesses of each origin.
//
//   static int a, b;              a: written by thread T1, read by thread T2      shared
//                                 b: written by thread T1 only                    not shared
//
// An object that never leaves the origin that allocates it is not shared either, even when many threads run that origin:
// each has its own. Escape is a closure over the points-to graph: from global variables, from what is handed to a new
// origin or to unknown code, through everything stored in what has escaped.
#pragma once

#include "sharing/accesses.h"
#include "sharing/origins.h"

#include "llvm/ADT/BitVector.h"

namespace steward {

// An access of an origin to a place that is shared.
struct SharedAccess {
  OriginId origin;
  InstanceId instance;
  MemoryAccess access;
  LocationId location;
};

struct SharedObject {
  ObjectId object;
  std::vector<SharedAccess> accesses; // from two origins or more, or from one that may run twice; at least one writes
};

class Sharing {
public:
  Sharing(const PointerAnalysis& pointers, const Origins& origins);

  llvm::ArrayRef<SharedObject> objects() const { return objects_; }
  bool escapes(ObjectId object) const { return escaped_[object.index]; }
  // The instructions that take part in some shared access, as a set over all instructions.
  const llvm::BitVector& instructions() const { return instructions_; }

private:
  void findEscaping();
  void collect();

  const PointerAnalysis& pointers_;
  const Origins& origins_;
  llvm::BitVector escaped_;
  llvm::BitVector instructions_;
  std::vector<SharedObject> objects_;
};

// Whether two accesses of these extents touch a common byte of one object.
bool overlap(const Location& a, uint64_t bytesA, const Location& b, uint64_t bytesB);

} // namespace steward
