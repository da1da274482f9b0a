// Origin-sharing analysis (O2 section 3.3, algorithm 1): which origins read and write which memory, and so which
// accesses could race at all. One linear scan over the accesses of each origin.
//
//   static int a, b;              a: written by thread T1, read by thread T2      shared
//                                 b: written by thread T1 only                    not shared
//
// An object that never leaves the origin that allocates it is not shared either, even when many threads run that
// origin: each has its own. Escape is a closure over the points-to graph: from global variables and from what is handed
// to a new origin, through everything stored in what has escaped. Unknown code is assumed to keep nothing it is given.
#pragma once

#include "sharing/accesses.h"
#include "sharing/origins.h"

#include "llvm/ADT/BitVector.h"
#include "llvm/ADT/DenseSet.h"

namespace steward {

// The bytes of an object that an access touches.
struct Place {
  Location at;
  uint64_t bytes = Location::any;
  // In raw memory, which starts at `base` of the object: what it is used as (the struct that this one begins with) and,
  // in `at`, the offset in that. Strict aliasing says that uses as different structs do not meet.
  StringId structure;
  uint64_t base = 0;
  bool isShapeless = false;
  TypeId type;
  // Which part of the object it is cannot be told.
  bool isVague() const { return at.isAny() || (isShapeless && !structure); }
  friend auto operator<=>(const Place& a, const Place& b) {
    return std::tuple(a.at.object, a.at.offset, a.bytes, a.structure, a.base) <=>
           std::tuple(b.at.object, b.at.offset, b.bytes, b.structure, b.base);
  }
  friend bool operator==(const Place& a, const Place& b) { return (a <=> b) == 0; }
};

// Whether the two may have a byte in common.
bool overlap(const Place& a, const Place& b);

// An access of an origin to a place that is shared.
struct SharedAccess {
  OriginId origin;
  InstanceId instance;
  MemoryAccess access;
  LocationId location;
  Place place;
};

struct SharedObject {
  ObjectId object;
  std::vector<SharedAccess> accesses; // from two origins or more, or from one that may run twice; at least one writes
};

class Sharing {
public:
  // With `keepOthers`, also the accesses of objects that escape but are not shared are kept. Accesses through pointers
  // to more than `maxObjects` (0: any number of them) are left out: such a pointer is to anything by imprecision.
  // Without a number, those that are to the most are left out until the rest can be gone through.
  Sharing(const PointerAnalysis& pointers, const Reach& reach, const Origins& origins, bool keepOthers = false,
          std::optional<unsigned> maxObjects = std::nullopt);

  llvm::ArrayRef<SharedObject> objects() const { return objects_; }
  llvm::ArrayRef<SharedObject> others() const { return others_; } // used by main alone, or never written
  bool escapes(ObjectId object) const { return escaped_[object.index]; }
  // Instructions whose accesses were left out, as a set over all instructions, and the number that they exceeded.
  const llvm::BitVector& vague() const { return vague_; }
  unsigned maxObjects() const { return maxObjects_; }
  // The instructions that take part in some shared access, as a set over all instructions.
  const llvm::BitVector& instructions() const { return instructions_; }

private:
  unsigned fittingLimit() const;
  template <typename Visit>
  void forEachAccess(Visit visit) const;
  void findEscaping();
  void findOwned();
  void findDisposed();
  bool isThreadsOwn(const Object& object) const;
  void collect(bool keepOthers);
  bool isInternal(InstanceId instance, const MemoryAccess& access, const Object& object) const;
  void add(OriginId origin, InstanceId instance, const MemoryAccess& access,
           std::vector<std::vector<SharedAccess>>& byObject);

  const PointerAnalysis& pointers_;
  const Reach& reach_;
  const Origins& origins_;
  unsigned maxObjects_;
  llvm::BitVector vague_;
  llvm::BitVector escaped_;
  // Objects that a library gives to the thread it starts (what std::thread runs): the thread owns them from then on.
  // That the creator's smart pointer was emptied is not seen by an analysis without values, so what library code of the
  // creator does with them does not count; it is their construction.
  llvm::DenseSet<std::pair<ObjectId, OriginId>> owned_; // and who created the thread
  // Instances that only run to end an object for the last of its owners, and the objects that they free: what the other
  // owners did to these is over by then, which counting them makes sure of.
  llvm::BitVector disposing_, disposed_;
  mutable llvm::DenseMap<StringId, InternalRule> internal_; // names of functions and types, as far as asked for
  llvm::BitVector instructions_;
  std::vector<SharedObject> objects_, others_;
};

} // namespace steward
