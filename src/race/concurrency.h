// Whether two points of a program can be reached at once with no lock in common: one memoised look-up of two integers.
//
// With `running` as the only fact about other origins, every question of order becomes: who may be running when?
//   - an origin's creator, at a point: the origins whose forks are in its state;
//   - two origins that a third created: whether one may be running when the other is forked;
//   - an origin with itself: whether it may be running when it is forked again.
// To this comes what is handed over by tokens (handed_order.h). O2 section 4.1 gives statements numbers and compares
// them; a loop that forks breaks that, and does not break this.
#pragma once

#include "order/order.h"
#include "race/handed_order.h"
#include "race/phases.h"

namespace steward {

// A lock in the object that is accessed, by its place there; or, with `pairing`, the one in an array of locks that has
// the index of what is accessed in its own array (element_locks.h).
struct OwnLock {
  // As pairing: the offset is from the variable that leads to the object (race/holders.h).
  static constexpr uint32_t besideHolder = ~uint32_t{0};
  int64_t offset = 0;
  uint32_t pairing = 0;
  LockMode mode = LockMode::Exclusive;
  bool isContent = false; // not there, but where the pointer leads that is stored there
  friend auto operator<=>(const OwnLock&, const OwnLock&) = default;
};

// An origin, and of a state what matters here: the locks held, the forks running, the tokens
// signalled and awaited; and of an access, which locks of
// the object it accesses are held. Many accesses in many states are one point.
using PointId = Id<struct PointTag>;

class Concurrency {
public:
  Concurrency(const Origins& origins, const OrderAnalysis& order);

  PointId point(OriginId origin, StateId state, HandedId handed, const std::vector<OwnLock>& own);
  size_t pointCount() const { return points_.size(); }
  llvm::ArrayRef<HeldLock> locksAt(PointId p) const { return points_[p].locks; }
  llvm::ArrayRef<OwnLock> ownLocksAt(PointId p) const { return points_[p].own; }
  llvm::ArrayRef<Phase> phasesAt(PointId p) const { return points_[p].phases; }
  const Origins& origins() const { return origins_; }
  const Origin& originOf(OriginId id) const { return origins_[id]; }
  const Origin& originAt(PointId p) const { return origins_[points_[p].origin]; }

  // Both may be reached at once, and share no lock. Own locks count because the question is only asked about accesses
  // to the same bytes: the same object.
  bool mayRace(PointId a, PointId b);
  bool mayOverlap(PointId a, PointId b) const;
  bool shareLock(PointId a, PointId b) const;

  // Whether more than one thread that the origin stands for may run at once.
  bool runsTwice(OriginId origin) const { return runsTwice_[origin.index]; }
  // Whether all tasks or teams of an origin are made by one thread of its team: in a `single`, by thread 0.
  bool isByOne(OriginId task) const {
    return !makings_[task.index].alone.empty() && origins_[task].parent == origins_.teamOf(task);
  }
  // Whether a thread of one origin may live while another is in a state.
  bool mayLive(OriginId origin, OriginId other, StateId state) const;

  // Somebody changes the pointer that a lock is found by. Who may live at that time may hold another lock than others.
  void noteChange(LockId lock, OriginId by, StateId state) { changes_[lock].push_back({by, state}); }
  bool mayChange(OriginId origin, OriginId by, StateId state) const {
    return origin == by ? runsTwice_[origin.index] : mayLive(origin, by, state);
  }

  size_t lookUps() const { return memo_.size(); } // how many different pairs that were

private:
  struct Point {
    OriginId origin;
    std::vector<HeldLock> locks;
    std::vector<RunningFork> running;
    std::vector<OwnLock> own;
    std::vector<TokenId> open;    // what has not been signalled yet (HandedOrder::open)
    std::vector<TokenId> awaited; // with what follows from it
    std::vector<Phase> phases;
    friend auto operator<=>(const Point&, const Point&) = default;
  };
  // How the tasks of an origin come to be.
  struct Making {
    std::vector<Phase> phases; // that its team may be in
    std::vector<LockId> alone; // what its maker has for itself, of its team (OrderAnalysis::isOfTeam)
  };
  void findMakings();
  // Whether two are made by the same thread of a team.
  bool areByOne(OriginId a, OriginId b) const;
  bool areOfOneTeam(OriginId a, OriginId b) const;
  // Whether a task is over before a barrier that the other comes after.
  bool areApartInTeam(const Point& a, const Point& b) const;
  void findTwice();
  // Whether something on the way down to an origin is created by others than what is above it.
  bool isSharedBelow(OriginId origin, OriginId above) const;
  // Some fork that leads to `origin`, below `above`, is in the list.
  bool isAmong(OriginId origin, OriginId above, const std::vector<RunningFork>& running) const;
  bool mayBeTogether(OriginId a, OriginId b) const; // neither created the other
  bool isOneHandler(OriginId a, OriginId b) const;
  bool isBefore(const Point& a, const Point& b) const; // by a token that b awaited

  const Origins& origins_;
  const OrderAnalysis& order_;
  std::vector<std::vector<ForkId>> creators_; // by origin
  HandedOrder handed_;
  Phases phases_;
  std::map<LockId, std::vector<std::pair<OriginId, StateId>>> changes_;
  std::vector<Making> makings_; // by origin
  std::vector<bool> runsTwice_;
  IdVector<PointId, Point> points_;
  std::map<Point, PointId> pointIds_;
  std::map<std::tuple<OriginId, StateId, HandedId, std::vector<OwnLock>>, PointId> pointOf_;
  llvm::DenseMap<std::pair<OriginId, std::pair<StateId, HandedId>>, PointId> withoutOwn_; // the same, of most accesses
  llvm::DenseMap<std::pair<PointId, PointId>, bool> memo_;
};

} // namespace steward
