// The concurrency state at a point of an origin: what it surely holds, and which origins it created may be running.
//
// States are interned: a point carries one integer, and merging or comparing two is a look-up. The order of the lattice
// is from knowing more to knowing less: a merge keeps the locks held on both ways and the forks running on either.
#pragma once

#include "models/effect.h"
#include "sharing/origins.h"

#include "llvm/ADT/DenseMap.h"
#include "llvm/ADT/SmallVector.h"

#include <map>
#include <optional>
#include <vector>

namespace steward {

using LockId = Id<struct LockTag>;
using AddressId = Id<struct AddressTag>;
using StateId = Id<struct StateTag>; // invalid: no way leads here
using ConditionId = Id<struct ConditionTag>;

// That a condition (order/conditions.h) holds, or does not.
struct Literal {
  ConditionId condition;
  bool truth = true;
  Literal operator!() const { return {condition, !truth}; }
  friend auto operator<=>(const Literal&, const Literal&) = default;
};

struct HeldLock {
  LockId lock;
  LockMode mode = LockMode::Exclusive;
  uint8_t depth = 1;     // held at least this many times
  InstructionId pending; // valid: held only if the result of this call says so
  friend auto operator<=>(const HeldLock&, const HeldLock&) = default;
};

// A lock that is held if something is true: what is known where a way that took it meets one that did not.
struct GuardedLock {
  Literal guard;
  LockId lock;
  LockMode mode = LockMode::Exclusive;
  friend auto operator<=>(const GuardedLock&, const GuardedLock&) = default;
};

// A fork whose origin has not surely ended.
struct RunningFork {
  ForkId fork;
  bool isMany = false; // it may have been executed more than once since the last surely ended
  bool isLost = false; // some of its handles may no longer lie where it stored them
  bool isAwaited =
      false; // something that may be one of its threads was waited for since; a hint, no more (race/doubts.h)
  friend auto operator<=>(const RunningFork&, const RunningFork&) = default;
};

// A fork that is not running if something is true, or two things are, though it may be running otherwise: what is known
// where a way that executed it meets one that did not.
struct IdleFork {
  ForkId fork;
  Literal when, also; // when < also, or no second one
  IdleFork(ForkId fork, Literal a, Literal b = {}) : fork(fork), when(a), also(b) {
    if (also.condition && also < when) std::swap(when, also);
    if (also == when) also = {};
  }
  bool isSingle() const { return !also.condition; }
  bool mentions(Literal l) const { return when == l || (!isSingle() && also == l); }
  bool mentions(ConditionId c) const { return when.condition == c || (!isSingle() && also.condition == c); }
  friend auto operator<=>(const IdleFork&, const IdleFork&) = default;
};

// If the fork is running, the variable at `address` holds the handle of the origin that it created last. Nothing is
// said of forks that are not running.
struct KnownHandle {
  AddressId address;
  ForkId fork;
  friend auto operator<=>(const KnownHandle&, const KnownHandle&) = default;
};

// How far a thread may be with a barrier (order/barriers.h): the last wait that it passed, as a node of that barrier's
// own numbering, 0 before the first.
struct Phase {
  LockId barrier;
  uint32_t node = 0;
  friend auto operator<=>(const Phase&, const Phase&) = default;
};

// All are sorted, with one entry for each lock (and pending call or guard), fork, address. What is guarded by something
// that is known to be true is held, and nothing is guarded by what is known to be false; in the same way forks are idle
// only if something is true of which nothing is known yet. Of a barrier that is not mentioned in `phases` no wait was
// passed.
struct State {
  std::vector<HeldLock> locks;
  std::vector<RunningFork> running;
  std::vector<KnownHandle> handles;
  std::vector<Phase> phases;
  std::vector<Literal> facts; // what is known to be true
  std::vector<GuardedLock> guarded;
  std::vector<IdleFork> idle; // of those running
  friend auto operator<=>(const State&, const State&) = default;

  void sortLocks(); // by lock and pending call, after changing them at will
  void acquire(LockId lock, LockMode mode, InstructionId pending = {});
  void release(LockId lock); // also forgets what is pending on it
  void setRunning(ForkId fork);
  void setLost(ForkId fork);
  void setEnded(ForkId fork);
  void addRunning(const std::vector<RunningFork>& more);
  const RunningFork* findRunning(ForkId fork) const;
  std::vector<uint32_t> nodesOf(LockId barrier) const;
  void setNodes(LockId barrier, const std::vector<uint32_t>& nodes);
  void setHandle(AddressId address, ForkId fork);
  bool knows(Literal fact) const;
  bool learn(Literal fact); // false when it cannot be
  void guard(GuardedLock lock);
  void setIdle(const IdleFork& fork);
  bool isIdle(const IdleFork& fork) const;   // it is not running then, or that is never the case
  bool isAbout(ConditionId condition) const; // something depends on it
  void hold(LockId lock, LockMode mode);     // as acquire, when it is not held yet
  // Forgets what is known about a condition.
  template <typename IsMeant>
  void forget(IsMeant isMeant) {
    std::erase_if(facts, [&](const Literal& fact) { return isMeant(fact.condition); });
    std::erase_if(guarded, [&](const GuardedLock& g) { return isMeant(g.guard.condition); });
    std::erase_if(idle, [&](const IdleFork& i) {
      return isMeant(i.when.condition) || (!i.isSingle() && isMeant(i.also.condition));
    });
  }
};

State merge(const State& a, const State& b);

class StateTable {
public:
  StateTable() { intern(State()); }
  static StateId initial() { return StateId(0); }
  StateId intern(const State& state);
  const State& operator[](StateId id) const { return *states_[id.index]; }
  StateId merge(StateId a, StateId b); // either may be invalid
  size_t size() const { return states_.size(); }

private:
  std::map<State, StateId> ids_;
  std::vector<const State*> states_; // keys of ids_
  llvm::DenseMap<std::pair<StateId, StateId>, StateId> merged_;
};

} // namespace steward
