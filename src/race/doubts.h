// What speaks against two accesses being a race, though nothing proves that they are none.
//
// A place may have many pairs of accesses that nothing keeps apart. The one with the least against it is shown, and
// decides the rank (rank.h): a report is as likely as its best pair. docs/ranking.md has the reasons in words.
#pragma once

#include "race/kin_locks.h"
#include "race/passed_tests.h"
#include "race/ways.h"
#include "sharing/sharing.h"

namespace steward {

// Of one access, what doubts about pairs with it come from.
struct Circumstances {
  Way way = Way::Unknown;  // how it has come to one of several objects
  bool isBulk = false;     // of bytes, as many as somebody says
  bool isLeaving = false;  // by main behind the loop in which it spends its life
  bool isStarting = false; // or before that
  bool isThrough = false;  // to a global variable, through a pointer that may be to others as well
  bool isTaken = false;    // its address, or that of what led to it, was read under a lock that is not held any more
  uint8_t crowd = 0;       // how many objects its pointer may be to, unless it is named: 10, 50, 200 or more
  uint32_t awaited = 0;    // a set of forks that are running, but of which some thread was waited for
  uint32_t locks = 0;      // a set of kinds of locks that are held (kin_locks.h)
  uint32_t tested = 0;     // one of those that were held when the object was tested before, and are not any more
  friend auto operator<=>(const Circumstances&, const Circumstances&) = default;
};

// What a rank is multiplied with for each.
struct DoubtWeights {
  double ofCrowd[4] = {1, 0.6, 0.5, 0.4};
  double eachOwn = 0.6, making = 0.7, mixed = 0.6, leaving = 0.6, starting = 0.5, through = 0.6, taken = 0.6,
         handedOver = 0.6, awaited = 0.6, tested = 0.6, kinLock = 0.5;
};
inline constexpr DoubtWeights doubtWeights;

struct Doubts {
  bool isEachOwn = false; // neither has looked for the object where others put theirs
  bool isMaking = false;  // one has just made the object
  bool isMixed = false;   // bytes of memory that serves as several things, or that reach from one member into the next
  bool isLeaving = false;
  bool isStarting = false;
  bool isThrough = false; // neither side names the variable
  uint8_t crowd = 0;      // how many objects a pointer may be to: few, 10, 50, 200 or more
  bool isTaken = false;
  bool isTested = false;     // one has tested the object under a lock that the other holds, and uses it without
  bool isHandedOver = false; // one thread allocates the object, and others free it
  bool isAwaited = false;    // one is made by who has started the other's thread, and has waited for such threads since
  std::optional<KinLocks::Kind> lock = {}; // both hold one of this kind
  double weight() const;                   // what is left of the likelihood
};

class DoubtFinder {
public:
  DoubtFinder(const PointerAnalysis& pointers, const Reach& reach, const Origins& origins, const OrderAnalysis& order);

  // What follows is about accesses to this object.
  void setObject(const SharedObject& object);
  // Of an access that several frames make: what holds of all of them.
  Circumstances of(FrameId frame, llvm::ArrayRef<FrameId> others, const SharedAccess& access);
  struct Side {
    const Circumstances& about;
    const SharedAccess& access;
  };
  Doubts between(const Side& a, const Side& b) const;
  llvm::StringRef nameOf(KinLocks::Kind kind) const { return kin_.nameOf(kind); }

private:
  // What does not depend on the object: found once for each place in the code.
  struct Known {
    ValueId pointer;
    uint64_t stride = 0;
    Way way = Way::Unknown;
    std::vector<GlobalId> named = {}; // variables that it may be in
    std::vector<PassedTests::Passed> tests = {};
    Circumstances about = {};
    unsigned targets = 1;
    bool isLedByTaken = false; // what led to it was taken, if it is itself one of several
  };
  const Known& knownOf(FrameId frame, const SharedAccess& access); // until the next is asked for
  Circumstances of(FrameId frame, const SharedAccess& access);
  uint32_t intern(const std::vector<KinLocks::Kind>& locks);
  enum class Time : uint8_t { Any, Before, Behind }; // of main's event loop
  void findTimes();
  Time timeOf(FrameId frame, InstructionId at);
  bool isTaken(llvm::ArrayRef<CallSite> loads, FrameId frame, const SharedAccess& access);
  uint32_t awaitedAt(FrameId frame, const SharedAccess& access);
  bool isWaitedFor(const Side& creator, const Side& other) const;
  const KinLocks::Kind* commonLock(uint32_t a, uint32_t b) const; // of two sets
  Time timeInMain(InstanceId main, InstructionId at);

  const PointerAnalysis& pointers_;
  const Program& program_;
  const Reach& reach_;
  const Origins& origins_;
  const OrderAnalysis& order_;
  Ways ways_;
  KinLocks kin_;
  PassedTests tests_;
  llvm::BitVector manySites_;                       // instructions that allocate several objects
  llvm::BitVector dispatching_;                     // instances that run an event loop, or call such
  bool isOneOfMany_ = false, isHandedOver_ = false; // the object
  uint64_t stride_ = 0;                             // from one element to the next, of an array
  std::map<std::vector<KinLocks::Kind>, uint32_t> lockSets_;
  std::vector<std::vector<KinLocks::Kind>> locks_;
  std::map<std::vector<ForkId>, uint32_t> forkSets_;
  std::vector<std::vector<ForkId>> forks_;
  llvm::DenseMap<std::pair<FrameId, InstructionId>, llvm::SmallVector<Known, 1>> known_;
  std::map<InstructionId, Time> times_; // of instructions of main
  llvm::DenseMap<FrameId, Time> frameTimes_;
};

} // namespace steward
