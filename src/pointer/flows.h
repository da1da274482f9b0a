// Where values come from, for those who go backwards: who calls an instance and with what, and what writes pointers
// into an object. An index over a solved PointerAnalysis; see refinement.h.
#pragma once

#include "pointer/pointer_analysis.h"

#include "llvm/ADT/BitVector.h"

namespace steward {

// Something that runs an instance.
struct Caller {
  enum Kind : uint8_t {
    Plain,  // a call with arguments
    Fork,   // a call that starts it in a new origin; `effect` says with what
    Handed, // a loop that calls a handler, with what it was registered with at `registered`
    Other,  // something that hands over what nobody knows
  } kind;
  CallSite site; // of nothing when the process itself runs it
  const Effect* effect = nullptr;
  CallSite registered = {};
};

// Something that writes pointers to memory.
struct Writer {
  enum Kind : uint8_t {
    Value,  // the value `from`
    Memory, // what lies where `from` points
    Fresh,  // the address of what the call allocates
  } kind;
  CallSite at;
  ValueId to, from;
  bool isWide = false; // it may write more than the place it points to
};

class Flows {
public:
  explicit Flows(const PointerAnalysis& pointers);

  llvm::ArrayRef<Caller> callersOf(InstanceId instance) const { return callers_[instance.index]; }
  llvm::ArrayRef<ValueId> resultsOf(FunctionId function); // what it returns
  llvm::ArrayRef<Writer> writers() const { return writers_; }
  llvm::ArrayRef<uint32_t> writersTo(ObjectId object); // numbers of those
  // Pointers get there in ways that are not among the writers.
  bool isOpaque(ObjectId object) const { return opaque_[object.index]; }

  // All of these speak of whole objects: what is in a view is in the memory that it is of.
  bool mayPointTo(InstanceId instance, ValueId value, ObjectId object) {
    return isAmong(object, pointers_.pointsTo(instance, value));
  }
  // Those that an address may be to, at a place where a pointer to `object` may lie.
  llvm::SmallVector<ObjectId, 4> holdersOf(ObjectId object, InstanceId instance, ValueId address, bool isWide);
  // Whether a pointer that is written to `object` through one address may be read through the other.
  bool mayMeetAt(ObjectId object, const Writer& writer, InstanceId instance, ValueId address, bool isWide) const;

private:
  void indexWriters();
  void findCallers(CallSite site);
  void findWriters(CallSite site);
  void findWriters(CallSite site, const Effect& effect);
  bool isPlain(CallSite site) const;
  void addOpaque(CallSite site, CallPart to);
  bool isAmong(ObjectId object, llvm::ArrayRef<LocationId> sorted);
  llvm::ArrayRef<LocationId> placesOf(ObjectId object); // also those in views, sorted

  const PointerAnalysis& pointers_;
  const Program& program_;
  std::vector<std::vector<Caller>> callers_; // by instance
  std::vector<Writer> writers_;
  llvm::BitVector opaque_;
  llvm::DenseMap<FunctionId, std::vector<ValueId>> results_;
  llvm::DenseMap<ObjectId, std::vector<uint32_t>> writersTo_;
  bool isIndexed_ = false;
  llvm::DenseMap<ObjectId, std::vector<uint32_t>> narrowWriters_; // to this and few others
  std::vector<uint32_t> wideWriters_;
  llvm::DenseMap<ObjectId, std::vector<LocationId>> places_;
};

} // namespace steward
