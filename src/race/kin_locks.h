// Locks of one kind: which of them is held is not known, but that one is.
//
//   pthread_mutex_lock(&item_locks[hash(key)]);      some element of item_locks
//   pthread_mutex_lock(&c->thread->stats.mutex);     the lock of some worker
//   possess(pool->have);                             what some pool's `have` leads to
//
// Two accesses that hold locks of one kind are most likely guarded by the same one: that is what such locks are for. It
// is not proved, so reports stay and only rank lower (rank.h). As only a rank depends on it, it is simpler than the
// order analysis (order/order.h), which loses such locks: a lock is a kind and nothing else, trying to take one takes
// it, so does calling a function that may return with it, and giving back one of a kind gives back all.
//
// Each function is gone through once for what it takes and gives back, its parameters put in by callers; frames are
// entered in what all their callers hold, as kinds and as "what that parameter leads to", which may be of another kind
// for each of them. Cost: instructions of functions that lock, and calls of frames.
#pragma once

#include "order/order.h"

#include "llvm/ADT/BitVector.h"
#include "llvm/ADT/DenseMap.h"

#include <map>
#include <string>
#include <vector>

namespace steward {

class KinLocks {
public:
  KinLocks(const PointerAnalysis& pointers, const Reach& reach, const OrderAnalysis& order);

  using Kind = uint32_t;
  // The kinds of locks that are held where the frame executes the instruction; sorted.
  const std::vector<Kind>& heldAt(FrameId frame, InstructionId instruction);
  llvm::StringRef nameOf(Kind kind) const { return llvm::StringRef(names_[kind]).split('@').first; }

private:
  // Kinds that are known, and as high numbers those that a parameter stands for.
  using Kinds = std::vector<Kind>; // sorted
  static constexpr Kind parameterBit = 1U << 31;
  struct Change {
    bool takes = false;
    Kinds kinds; // taken: one at most; given back: all that it may be
  };
  // How what is held differs from what was when the function was entered: what it has taken, and what it has given
  // back of what it was entered with. Taking a kind again that was given back leaves it held.
  struct Summary {
    Kinds taken, given;
    bool givesAny = false; // nothing is left of what it was entered with
    void take(const Kinds& kinds);
    void give(const Kinds& kinds); // none: nobody knows which
    void giveAny();
    void meet(const Summary& other); // where two ways meet, only what is held on both
    Kinds heldFrom(const Kinds& entry) const;
    friend bool operator==(const Summary&, const Summary&) = default;
  };
  struct Flow {
    std::vector<std::optional<Summary>> blocks; // at the start
    Summary summary;                            // of the function as a whole
  };

  Kind intern(std::string name);
  std::optional<std::string> placeName(llvm::ArrayRef<LocationId> places) const;
  // What a pointer to a lock stands for in an instance; more than one when it may be several kinds.
  Kinds kindsOf(InstanceId instance, ValueId pointer);
  llvm::SmallVector<Change, 1> changesAt(InstanceId instance, InstructionId instruction);
  void step(InstanceId instance, InstructionId instruction, Summary& held);
  Summary inCaller(InstanceId caller, InstructionId call, InstanceId callee);
  bool process(InstanceId instance);
  void findEntries();
  Kinds enteredBy(const FrameCall& call);
  const Summary& insideAt(InstanceId instance, InstructionId instruction);
  bool neverReturns(const CallSite& site) const;
  bool onlyReturns(BlockId block, unsigned depth = 0) const;
  Kinds resolved(InstanceId instance, const Kinds& kinds); // what parameters stand for in the instance

  const PointerAnalysis& pointers_;
  const Program& program_;
  const Reach& reach_;
  const OrderAnalysis& order_;
  llvm::BitVector locking_; // instances that take or give back locks, or call such
  std::map<InstanceId, Flow> flows_;
  std::map<std::string, Kind> ids_;
  std::vector<std::string> names_;
  std::map<std::pair<InstanceId, InstructionId>, llvm::SmallVector<Change, 1>> changes_;
  llvm::DenseMap<FrameId, Kinds> entries_;
  llvm::DenseMap<std::pair<InstanceId, InstructionId>, Summary> inside_; // since the function was entered
  llvm::DenseMap<std::pair<FrameId, InstructionId>, Kinds> held_;
  std::map<std::pair<InstanceId, uint32_t>, std::optional<Kind>> ofParameter_; // what is known of it by itself
};

} // namespace steward
