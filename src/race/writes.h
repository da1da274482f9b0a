// All writes of the program by the object they are to, found when first asked for.
//
// Writes through pointers with the same points-to set are kept once for the set: where pointers are mixed up, there are
// few such sets, each of very many places.
#pragma once

#include "sharing/accesses.h"
#include "sharing/origins.h"

#include "llvm/ADT/DenseMap.h"
#include "llvm/ADT/STLFunctionalExtras.h"

namespace steward {

struct Write {
  OriginId origin;
  InstanceId instance;
  MemoryAccess access;
};

// Whether what a store writes may be an address, or a piece of one, though nothing is known of where it points: one
// that was computed with, or single bytes.
bool mayHideAddress(const PointerAnalysis& pointers, const Write& store);

class Writes {
public:
  Writes(const PointerAnalysis& pointers, const Origins& origins) : pointers_(pointers), origins_(origins) {}

  // Whether it holds for all that may be to some of the bytes at the place.
  bool allTo(LocationId place, uint64_t bytes, llvm::function_ref<bool(const Write&)> holds);

private:
  void find();

  const PointerAnalysis& pointers_;
  const Origins& origins_;
  bool isFound_ = false;
  struct Target {
    uint32_t group;
    LocationId location;
  };
  std::vector<std::vector<OriginId>> originsOf_; // by instance
  // Through pointers to the same places; in whichever origin the instance runs.
  std::vector<std::vector<std::pair<InstanceId, MemoryAccess>>> groups_;
  llvm::DenseMap<ObjectId, std::vector<Target>> byObject_;
};

} // namespace steward
