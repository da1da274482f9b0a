#include "order/state.h"

#include <algorithm>

namespace steward {

// Deeper nesting of one lock than this is forgotten: "at least so many times" stays true.
static constexpr uint8_t maxLockDepth = 4;

template <typename Item, typename Less>
static auto lowerBound(std::vector<Item>& items, Less less) {
  return std::partition_point(items.begin(), items.end(), less);
}

void State::sortLocks() {
  std::sort(locks.begin(), locks.end(), [](const HeldLock& a, const HeldLock& b) {
    return std::tie(a.lock, a.pending) < std::tie(b.lock, b.pending);
  });
}

void State::acquire(LockId lock, LockMode mode, InstructionId pending) {
  if (!pending) std::erase_if(guarded, [&](const GuardedLock& g) { return g.lock == lock && g.mode >= mode; });
  auto at = lowerBound(locks, [&](const HeldLock& h) { return std::tie(h.lock, h.pending) < std::tie(lock, pending); });
  if (at == locks.end() || at->lock != lock || at->pending != pending) {
    locks.insert(at, {lock, mode, 1, pending});
    return;
  }
  if (mode == LockMode::Exclusive) at->mode = mode;
  at->depth = std::min<uint8_t>(at->depth + 1, maxLockDepth);
}

void State::release(LockId lock) {
  std::erase_if(guarded, [&](const GuardedLock& g) { return g.lock == lock; });
  for (size_t k = 0; k < locks.size();)
    if (locks[k].lock != lock || (!locks[k].pending && --locks[k].depth > 0))
      ++k;
    else
      locks.erase(locks.begin() + static_cast<ptrdiff_t>(k));
}

// What is said of a fork for as long as it is not executed again.
static void forgetFork(State& state, ForkId fork) {
  std::erase_if(state.idle, [&](const IdleFork& i) { return i.fork == fork; });
  std::erase_if(state.handles, [&](const KnownHandle& h) { return h.fork == fork; });
}

void State::setRunning(ForkId fork) {
  forgetFork(*this, fork);
  auto at = lowerBound(running, [&](const RunningFork& r) { return r.fork < fork; });
  if (at != running.end() && at->fork == fork)
    at->isMany = true, at->isAwaited = false;
  else
    running.insert(at, {fork, false, false});
}

void State::setLost(ForkId fork) {
  for (RunningFork& r : running)
    if (r.fork == fork) r.isLost = true;
}

void State::setEnded(ForkId fork) {
  forgetFork(*this, fork);
  std::erase_if(running, [&](const RunningFork& r) { return r.fork == fork; });
}

void State::addRunning(const std::vector<RunningFork>& more) {
  for (const RunningFork& r : more) {
    forgetFork(*this, r.fork);
    auto at = lowerBound(running, [&](const RunningFork& x) { return x.fork < r.fork; });
    if (at != running.end() && at->fork == r.fork)
      at->isMany = at->isLost = true, at->isAwaited &= r.isAwaited;
    else
      running.insert(at, r);
  }
}

const RunningFork* State::findRunning(ForkId fork) const {
  for (const RunningFork& r : running)
    if (r.fork == fork) return &r;
  return nullptr;
}

void State::setHandle(AddressId address, ForkId fork) {
  std::erase_if(handles, [&](const KnownHandle& h) { return h.address == address; });
  auto at = lowerBound(handles, [&](const KnownHandle& h) { return h.address < address; });
  handles.insert(at, {address, fork});
}

bool State::knows(Literal fact) const { return std::binary_search(facts.begin(), facts.end(), fact); }

// Held in that mode at least, once.
void State::hold(LockId lock, LockMode mode) {
  for (HeldLock& h : locks)
    if (h.lock == lock && !h.pending) {
      h.mode = std::min(h.mode, mode);
      std::erase_if(guarded, [&](const GuardedLock& g) { return g.lock == lock && g.mode >= h.mode; });
      return;
    }
  acquire(lock, mode);
}

bool State::learn(Literal fact) {
  if (knows(!fact)) return false;
  if (knows(fact)) return true;
  facts.insert(std::lower_bound(facts.begin(), facts.end(), fact), fact);
  std::vector<GuardedLock> before = std::move(guarded);
  guarded.clear();
  for (const GuardedLock& g : before) {
    if (g.guard.condition != fact.condition)
      guarded.push_back(g);
    else if (g.guard == fact)
      hold(g.lock, g.mode);
  }
  std::vector<IdleFork> idleBefore = std::move(idle);
  idle.clear();
  for (const IdleFork& i : idleBefore)
    if (!i.mentions(!fact) && !i.mentions(fact)) setIdle(i);
  for (const IdleFork& i : idleBefore) {
    if (!i.mentions(fact)) continue;
    if (i.isSingle())
      setEnded(i.fork);
    else
      setIdle({i.fork, i.when == fact ? i.also : i.when});
  }
  return true;
}

bool State::isAbout(ConditionId condition) const {
  return std::any_of(guarded.begin(), guarded.end(),
                     [&](const GuardedLock& g) { return g.guard.condition == condition; }) ||
         std::any_of(idle.begin(), idle.end(), [&](const IdleFork& i) { return i.mentions(condition); });
}

bool State::isIdle(const IdleFork& fork) const {
  if (!findRunning(fork.fork) || knows(!fork.when) || (!fork.isSingle() && knows(!fork.also))) return true;
  auto isStronger = [&](const IdleFork& i) {
    return i.fork == fork.fork && fork.mentions(i.when) && (i.isSingle() || fork.mentions(i.also));
  };
  return std::any_of(idle.begin(), idle.end(), isStronger);
}

void State::setIdle(const IdleFork& fork) {
  if (isIdle(fork)) return;
  if (fork.isSingle())
    std::erase_if(idle, [&](const IdleFork& i) { return i.fork == fork.fork && i.mentions(fork.when); });
  idle.insert(std::lower_bound(idle.begin(), idle.end(), fork), fork);
}

void State::guard(GuardedLock lock) {
  bool isHeld = std::any_of(locks.begin(), locks.end(), [&](const HeldLock& h) {
    return h.lock == lock.lock && !h.pending && h.mode <= lock.mode;
  });
  if (isHeld || knows(!lock.guard)) return;
  if (knows(lock.guard)) return hold(lock.lock, lock.mode);
  auto at = std::lower_bound(guarded.begin(), guarded.end(), lock, [](const GuardedLock& a, const GuardedLock& b) {
    return std::tie(a.guard, a.lock) < std::tie(b.guard, b.lock);
  });
  if (at != guarded.end() && at->guard == lock.guard && at->lock == lock.lock)
    at->mode = std::min(at->mode, lock.mode);
  else
    guarded.insert(at, lock);
  // Held on either side: held.
  for (const GuardedLock& g : guarded)
    if (g.guard == !lock.guard && g.lock == lock.lock) return hold(lock.lock, std::max(g.mode, lock.mode));
}

// How the lock is held in a state whenever something is true; nothing when it need not be.
static std::optional<LockMode> modeIf(const State& state, Literal guard, LockId lock) {
  if (state.knows(!guard)) return LockMode::Exclusive; // never the case
  std::optional<LockMode> best;
  for (const HeldLock& h : state.locks)
    if (h.lock == lock && !h.pending) best = h.mode;
  for (const GuardedLock& g : state.guarded)
    if (g.guard == guard && g.lock == lock) best = std::min(best.value_or(g.mode), g.mode);
  return best;
}

// What is held on one way, and on the other unless that cannot have been taken: held if it was not.
static void mergeGuarded(const State& a, const State& b, State& result) {
  auto add = [&](Literal guard, LockId lock) {
    auto x = modeIf(a, guard, lock), y = modeIf(b, guard, lock);
    if (x && y) result.guard({guard, lock, std::max(*x, *y)});
  };
  for (auto [one, other] : {std::pair(&a, &b), std::pair(&b, &a)}) {
    for (const GuardedLock& g : one->guarded) add(g.guard, g.lock);
    for (const HeldLock& h : one->locks)
      if (!h.pending)
        for (const Literal& fact : other->facts) add(!fact, h.lock);
  }
}

// What surely is not the case while the fork is running.
static std::vector<Literal> neverWhile(const State& state, ForkId fork) {
  std::vector<Literal> result;
  for (const Literal& fact : state.facts) result.push_back(!fact);
  for (const IdleFork& i : state.idle)
    if (i.fork == fork && i.isSingle()) result.push_back(i.when);
  return result;
}

// What runs only on one way, or only if something is true, does so behind both only if that is true. What runs on both
// has something of each way to go by: it is idle when neither is as it must be.
static void mergeIdle(const State& a, const State& b, State& result) {
  auto add = [&](const IdleFork& fork) {
    if (a.isIdle(fork) && b.isIdle(fork)) result.setIdle(fork);
  };
  if (a.facts.empty() && b.facts.empty() && a.idle.empty() && b.idle.empty()) return;
  const std::vector<RunningFork> running = result.running;
  for (const RunningFork& r : running) {
    auto inA = neverWhile(a, r.fork), inB = neverWhile(b, r.fork);
    for (const auto& literals : {inA, inB})
      for (const Literal& l : literals) add({r.fork, l});
    if (a.findRunning(r.fork) && b.findRunning(r.fork))
      for (const Literal& l : inA)
        for (const Literal& m : inB)
          if (l.condition != m.condition) add({r.fork, l, m});
  }
  for (const State* side : {&a, &b})
    for (const IdleFork& i : side->idle) add(i);
}

static bool mentions(const State& state, LockId barrier) {
  return std::any_of(state.phases.begin(), state.phases.end(), [&](const Phase& p) { return p.barrier == barrier; });
}

std::vector<uint32_t> State::nodesOf(LockId barrier) const {
  std::vector<uint32_t> nodes;
  for (const Phase& p : phases)
    if (p.barrier == barrier) nodes.push_back(p.node);
  if (nodes.empty()) nodes.push_back(0);
  return nodes;
}

void State::setNodes(LockId barrier, const std::vector<uint32_t>& nodes) {
  std::erase_if(phases, [&](const Phase& p) { return p.barrier == barrier; });
  for (uint32_t node : nodes) phases.push_back({barrier, node});
  std::sort(phases.begin(), phases.end());
  phases.erase(std::unique(phases.begin(), phases.end()), phases.end());
}

State merge(const State& a, const State& b) {
  State result;
  std::set_union(a.phases.begin(), a.phases.end(), b.phases.begin(), b.phases.end(), std::back_inserter(result.phases));
  for (size_t k = 0; k < result.phases.size(); ++k)
    if (LockId barrier = result.phases[k].barrier; k == 0 || result.phases[k - 1].barrier != barrier)
      if (result.phases[k].node != 0 && (!mentions(a, barrier) || !mentions(b, barrier)))
        result.phases.insert(result.phases.begin() + static_cast<ptrdiff_t>(k), {barrier, 0});
  for (const HeldLock& x : a.locks)
    for (const HeldLock& y : b.locks)
      if (x.lock == y.lock && x.pending == y.pending)
        result.locks.push_back({x.lock, std::max(x.mode, y.mode), std::min(x.depth, y.depth), x.pending});
  auto x = a.running.begin(), y = b.running.begin();
  while (x != a.running.end() || y != b.running.end())
    if (y == b.running.end() || (x != a.running.end() && x->fork < y->fork)) {
      result.running.push_back(*x++);
    } else if (x == a.running.end() || y->fork < x->fork) {
      result.running.push_back(*y++);
    } else {
      result.running.push_back({x->fork, x->isMany || y->isMany, x->isLost || y->isLost, x->isAwaited || y->isAwaited});
      ++x, ++y;
    }
  for (auto [side, other] : {std::pair(&a, &b), std::pair(&b, &a)})
    for (const KnownHandle& h : side->handles)
      if (side->findRunning(h.fork) &&
          (std::binary_search(other->handles.begin(), other->handles.end(), h) || !other->findRunning(h.fork)))
        result.handles.push_back(h);
  std::sort(result.handles.begin(), result.handles.end());
  result.handles.erase(std::unique(result.handles.begin(), result.handles.end()), result.handles.end());
  std::set_intersection(a.facts.begin(), a.facts.end(), b.facts.begin(), b.facts.end(),
                        std::back_inserter(result.facts));
  mergeGuarded(a, b, result);
  mergeIdle(a, b, result);
  return result;
}

StateId StateTable::intern(const State& state) {
  auto [it, isNew] = ids_.try_emplace(state, StateId(static_cast<uint32_t>(states_.size())));
  if (isNew) states_.push_back(&it->first);
  return it->second;
}

StateId StateTable::merge(StateId a, StateId b) {
  if (!a || a == b) return b;
  if (!b) return a;
  if (b < a) std::swap(a, b);
  auto [it, isNew] = merged_.try_emplace({a, b}, StateId());
  if (!isNew) return it->second;
  StateId result = intern(steward::merge((*this)[a], (*this)[b]));
  return merged_[{a, b}] = result;
}

} // namespace steward
