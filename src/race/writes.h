// All writes of the program by the object they are to, found when first asked for.
#pragma once

#include "sharing/accesses.h"
#include "sharing/origins.h"

#include "llvm/ADT/DenseMap.h"

namespace steward {

struct Write {
  OriginId origin;
  InstanceId instance;
  MemoryAccess access;
  LocationId location;
};

class Writes {
public:
  Writes(const PointerAnalysis& pointers, const Origins& origins) : pointers_(pointers), origins_(origins) {}

  // Those that may be to some of the bytes at one of the places.
  std::vector<const Write*> to(llvm::ArrayRef<LocationId> places, uint64_t bytes);

private:
  void find();

  const PointerAnalysis& pointers_;
  const Origins& origins_;
  bool isFound_ = false;
  llvm::DenseMap<ObjectId, std::vector<Write>> byObject_;
};

} // namespace steward
