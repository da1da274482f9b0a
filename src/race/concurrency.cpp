#include "race/concurrency.h"

namespace steward {

Concurrency::Concurrency(const Origins& origins, const OrderAnalysis& order)
    : origins_(origins), order_(order), handed_(origins, order), phases_(order) {
  creators_.resize(origins.size());
  for (uint32_t f = 0; f < origins.forkCount(); ++f)
    for (OriginId origin : origins[ForkId(f)].origins) creators_[origin.index].push_back(ForkId(f));
  findMakings();
  findTwice();
}

PointId Concurrency::point(OriginId origin, StateId id, HandedId handed, const std::vector<OwnLock>& own) {
  if (own.empty()) {
    auto it = withoutOwn_.find({origin, {id, handed}});
    if (it != withoutOwn_.end()) return it->second;
  }
  auto [known, isNewState] = pointOf_.try_emplace({origin, id, handed, own}, PointId());
  if (!isNewState) return known->second;
  const State& state = order_.states()[id];
  Point point{origin, {}, {}, own, {}, {}, state.phases};
  if (!order_.tokens().empty()) {
    point.open = handed_.open(origin, order_.handed(handed));
    point.awaited = handed_.awaited(origin, order_.handed(handed).awaited);
  }
  for (const HeldLock& held : state.locks) {
    if (held.pending || order_.locks().relativeOf(held.lock)) continue;
    auto changes = changes_.find(held.lock);
    bool isOther = changes != changes_.end() && llvm::any_of(changes->second, [&](const auto& change) {
                     return mayChange(origin, change.first, change.second);
                   });
    if (!isOther) point.locks.push_back({held.lock, held.mode, 1, {}});
  }
  for (const RunningFork& r : state.running) point.running.push_back({r.fork, false, false});
  auto [it, isNew] = pointIds_.try_emplace(point, points_.end_id());
  if (isNew) points_.push(point);
  if (own.empty()) withoutOwn_[{origin, {id, handed}}] = it->second;
  return known->second = it->second;
}

static bool contains(const std::vector<RunningFork>& running, ForkId fork) {
  return llvm::any_of(running, [&](const RunningFork& r) { return r.fork == fork; });
}

void Concurrency::findMakings() {
  makings_.resize(origins_.size());
  auto isMade = [&](uint32_t n) {
    OriginId team = origins_.teamOf(OriginId(n));
    return team && team != OriginId(n);
  };
  // By threads of the team itself.
  std::vector<bool> isKnown(origins_.size());
  for (uint32_t n = 1; n < origins_.size(); ++n) {
    if (!isMade(n)) continue;
    Making& making = makings_[n];
    for (ForkId f : creators_[n]) {
      if (origins_[f].by != origins_.teamOf(OriginId(n))) continue;
      for (StateId id : order_.statesOfTask(f)) {
        const State& state = order_.states()[id];
        for (const Phase& p : state.phases) making.phases.push_back(p);
        if (state.phases.empty()) making.phases.push_back({}); // before the first barrier
        std::vector<LockId> alone;
        for (const HeldLock& held : state.locks)
          if (!held.pending && order_.isOfTeam(held.lock)) alone.push_back(held.lock);
        if (!isKnown[n]) making.alone = alone;
        llvm::erase_if(making.alone, [&](LockId lock) { return !llvm::is_contained(alone, lock); });
        isKnown[n] = true;
      }
    }
  }
  // By tasks, until nothing is new: they are over when the team meets, and it is one thread that has begun it all when
  // it is one that has begun their makers.
  for (bool hasChanged = true; hasChanged;) {
    hasChanged = false;
    for (uint32_t n = 1; n < origins_.size(); ++n) {
      if (!isMade(n)) continue;
      Making& making = makings_[n];
      for (ForkId f : creators_[n]) {
        uint32_t by = origins_[f].by.index;
        if (by == n || !isKnown[by] || !isMade(by)) continue;
        const Making& maker = makings_[by];
        for (const Phase& p : maker.phases)
          if (!llvm::is_contained(making.phases, p)) making.phases.push_back(p), hasChanged = true;
        std::vector<LockId> alone = isKnown[n] ? making.alone : maker.alone;
        llvm::erase_if(alone, [&](LockId lock) { return !llvm::is_contained(maker.alone, lock); });
        hasChanged |= !isKnown[n] || alone != making.alone;
        making.alone = alone;
        isKnown[n] = true;
      }
    }
  }
  // A state before the first barrier is node 0 of whichever barrier the others mention.
  for (Making& making : makings_) {
    LockId barrier;
    for (const Phase& p : making.phases)
      if (p.barrier) barrier = p.barrier;
    for (Phase& p : making.phases) p.barrier = barrier;
    if (!barrier) making.phases.clear();
    llvm::sort(making.phases);
  }
}

bool Concurrency::areByOne(OriginId a, OriginId b) const {
  return llvm::any_of(makings_[a.index].alone,
                      [&](LockId lock) { return llvm::is_contained(makings_[b.index].alone, lock); });
}

// Whether what one has for itself in its team, or among the tasks that it depends on, keeps the other out.
bool Concurrency::areOfOneTeam(OriginId a, OriginId b) const {
  if (origins_[a].kind == OriginKind::Team) return a == b && origins_.isLoneTeam(a);
  if (origins_[a].kind != OriginKind::Task || origins_[b].kind != OriginKind::Task) return false;
  if (origins_[a].isRecursive || origins_[b].isRecursive) return false;
  OriginId team = origins_.teamOf(a);
  return (origins_[a].parent == team && origins_[b].parent == team && areByOne(a, b)) ||
         (origins_[a].parent == origins_[b].parent && !runsTwice_[origins_[a].parent.index]);
}

bool Concurrency::areApartInTeam(const Point& a, const Point& b) const {
  OriginId team = origins_.teamOf(a.origin);
  if (!team || team != origins_.teamOf(b.origin)) return false;
  bool isTaskA = a.origin != team, isTaskB = b.origin != team;
  if (!isTaskA && !isTaskB) return false;
  return phases_.areApart(team, isTaskA ? makings_[a.origin.index].phases : a.phases, team,
                          isTaskB ? makings_[b.origin.index].phases : b.phases);
}

// Parents come before children.
void Concurrency::findTwice() {
  runsTwice_.resize(origins_.size());
  for (uint32_t n = 1; n < origins_.size(); ++n) {
    const Origin& origin = origins_[OriginId(n)];
    bool twice = origin.isRecursive || origin.isMany || (runsTwice_[origin.parent.index] && !isByOne(OriginId(n)));
    for (ForkId f : creators_[n])
      for (ForkId g : creators_[n]) twice |= contains(order_.runningAt(f), g);
    // While a handler runs, its signal is blocked.
    runsTwice_[n] = twice && origin.kind != OriginKind::Signal;
  }
}

bool Concurrency::isAmong(OriginId origin, OriginId above, const std::vector<RunningFork>& running) const {
  llvm::SmallVector<OriginId, 8> work{origin};
  for (size_t n = 0; n < work.size(); ++n)
    for (ForkId f : creators_[work[n].index]) {
      if (contains(running, f)) return true;
      OriginId by = origins_[f].by;
      if (by == above || llvm::is_contained(work, by)) continue;
      if (!origins_.isAncestor(above, by)) return true; // of what happens there nothing is known here
      work.push_back(by);
    }
  return false;
}

bool Concurrency::isSharedBelow(OriginId origin, OriginId above) const {
  for (; origin != above; origin = origins_[origin].parent)
    if (origins_[origin].isShared) return true;
  return false;
}

bool Concurrency::mayBeTogether(OriginId a, OriginId b) const {
  // The nearest origin that both descend from, and its children on the way to each.
  OriginId up = a, childA = a, childB = b;
  while (!origins_.isAncestor(up, b)) {
    childA = up;
    up = origins_[up].parent;
  }
  for (OriginId o = b; o != up; o = origins_[o].parent) childB = o;
  bool isUpTwice = runsTwice_[up.index] && !areByOne(childA, childB);
  if (isUpTwice || isSharedBelow(a, up) || isSharedBelow(b, up)) return true;
  for (ForkId f : creators_[childB.index])
    if (isAmong(a, up, order_.runningAt(f))) return true;
  for (ForkId f : creators_[childA.index])
    if (isAmong(b, up, order_.runningAt(f))) return true;
  return false;
}

// One signal handler, installed in several places: taken to be blocked while it runs, whatever signal it runs for.
bool Concurrency::isOneHandler(OriginId a, OriginId b) const {
  return origins_[a].kind == OriginKind::Signal && origins_[b].kind == OriginKind::Signal &&
         origins_.functionOf(a) == origins_.functionOf(b);
}

bool Concurrency::isBefore(const Point& a, const Point& b) const {
  return llvm::any_of(b.awaited, [&](TokenId t) { return handed_.comesBefore(a.origin, a.open, t); });
}

bool Concurrency::mayOverlap(PointId x, PointId y) const {
  const Point& a = points_[x];
  const Point& b = points_[y];
  if (isBefore(a, b) || isBefore(b, a) || handed_.exclude(a.awaited, b.awaited)) return false;
  if (isOneHandler(a.origin, b.origin) || phases_.areApart(a.origin, a.phases, b.origin, b.phases)) return false;
  if (areApartInTeam(a, b)) return false;
  if (a.origin == b.origin) return runsTwice_[a.origin.index];
  // A task, and the thread that has made it.
  auto isMaker = [&](const Point& maker, OriginId task) {
    if (task == maker.origin || !origins_.isAncestor(maker.origin, task)) return false;
    while (origins_[task].parent != maker.origin) task = origins_[task].parent;
    return llvm::any_of(maker.locks,
                        [&](const HeldLock& h) { return llvm::is_contained(makings_[task.index].alone, h.lock); });
  };
  if (isMaker(a, b.origin)) return isAmong(b.origin, a.origin, a.running);
  if (isMaker(b, a.origin)) return isAmong(a.origin, b.origin, b.running);
  if (origins_.isAncestor(a.origin, b.origin))
    return runsTwice_[a.origin.index] || isAmong(b.origin, a.origin, a.running);
  if (origins_.isAncestor(b.origin, a.origin))
    return runsTwice_[b.origin.index] || isAmong(a.origin, b.origin, b.running);
  return mayBeTogether(a.origin, b.origin);
}

bool Concurrency::mayLive(OriginId origin, OriginId other, StateId state) const {
  if (origin == other || origins_.isAncestor(origin, other)) return true;
  if (origins_.isAncestor(other, origin))
    return runsTwice_[other.index] || isAmong(origin, other, order_.states()[state].running);
  return mayBeTogether(origin, other);
}

bool Concurrency::shareLock(PointId a, PointId b) const {
  for (const OwnLock& x : points_[a].own)
    for (const OwnLock& y : points_[b].own)
      if (x.offset == y.offset && x.pairing == y.pairing && x.isContent == y.isContent &&
          (x.mode == LockMode::Exclusive || y.mode == LockMode::Exclusive))
        return true;
  for (const HeldLock& x : points_[a].locks)
    for (const HeldLock& y : points_[b].locks)
      if (x.lock == y.lock && (x.mode == LockMode::Exclusive || y.mode == LockMode::Exclusive) &&
          (!order_.isOfTeam(x.lock) || areOfOneTeam(points_[a].origin, points_[b].origin)))
        return true;
  return false;
}

bool Concurrency::mayRace(PointId a, PointId b) {
  if (b < a) std::swap(a, b);
  auto [it, isNew] = memo_.try_emplace({a, b}, false);
  if (isNew) it->second = mayOverlap(a, b) && !shareLock(a, b);
  return it->second;
}

} // namespace steward
