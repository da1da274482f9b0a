#include "race/handed_order.h"

namespace steward {

HandedOrder::HandedOrder(const Origins& origins, const OrderAnalysis& order)
    : origins_(origins), order_(order), count_(static_cast<unsigned>(order.tokens().size())) {
  if (order.tokens().empty()) return;
  creators_.resize(origins.size());
  for (uint32_t f = 0; f < origins.forkCount(); ++f)
    for (OriginId origin : origins[ForkId(f)].origins) creators_[origin.index].push_back(ForkId(f));
  signals_.resize(count_);
  for (const SignalExecution& s : order.signals()) signals_[s.token.index].push_back(s);
  by_.resize(count_, llvm::BitVector(static_cast<unsigned>(origins.size())));
  for (const SignalExecution& s : order.signals()) by_[s.token.index].set(s.origin.index);
  implied_.resize(count_, llvm::BitVector(3 * count_));
  isCounted_.resize(count_);
  findWaitRules();
  findInherited();
  findImplied();
  findAbove();
  findEndedBefore();
}

void HandedOrder::findAbove() {
  above_.resize(count_, llvm::BitVector(static_cast<unsigned>(origins_.size())));
  for (uint32_t t = 0; t < count_; ++t)
    for (uint32_t o = 0; o < origins_.size(); ++o) {
      OriginKind kind = origins_[OriginId(o)].kind;
      if (origins_.isSeveral(OriginId(o)) || (kind != OriginKind::Main && kind != OriginKind::Thread)) continue;
      if (!first_[t].empty() &&
          llvm::all_of(first_[t], [&](const SignalExecution& s) { return origins_.isAncestor(OriginId(o), s.origin); }))
        above_[t].set(o);
    }
}

bool HandedOrder::shareLock(const std::vector<HeldLock>& a, const std::vector<HeldLock>& b) const {
  for (const HeldLock& x : a)
    for (const HeldLock& y : b)
      if (x.lock == y.lock && !x.pending && !y.pending && order_.locks().isFixed(x.lock) &&
          (x.mode == LockMode::Exclusive || y.mode == LockMode::Exclusive))
        return true;
  return false;
}

// Reading a value that a signal stored orders the two when the write releases and the read acquires, or when both were
// made under one lock.
void HandedOrder::findWaitRules() {
  rules_.resize(order_.tokens().waitCount());
  for (uint32_t w = 0; w < rules_.size(); ++w) {
    const Wait& wait = order_.tokens()[WaitId(w)];
    const auto& reads = order_.statesOfRead(wait);
    WaitRule rule{true, true};
    for (const SignalExecution& s : signals_[wait.token.index]) {
      const State& at = order_.states()[s.state];
      bool isReleased = s.publication == Publication::Release ||
                        (s.publication == Publication::Relaxed && order_.handed(s.handed).isReleased);
      bool isLocked =
          llvm::all_of(reads, [&](StateId read) { return shareLock(order_.states()[read].locks, at.locks); });
      rule.whenOrdered &= isLocked || (wait.isAtomic && isReleased);
      rule.always &= isLocked;
    }
    rules_[w] = rule;
    // A semaphore that is waited for often enough is.
    if (order_.tokens().isForAll(WaitId(w), ~0u)) isCounted_.set(wait.token.index);
  }
}

llvm::BitVector HandedOrder::closed(OriginId origin, const std::vector<AwaitedToken>& at) const {
  llvm::BitVector result = inherited_[origin.index];
  // One semaphore may be waited for in several places.
  llvm::SmallDenseMap<TokenId, unsigned> counts;
  for (const AwaitedToken& t : at) {
    const WaitRule& rule = rules_[t.wait.index];
    TokenId token = order_.tokens()[t.wait].token;
    if (t.pending || !(rule.always || (rule.whenOrdered && t.isOrdered))) continue;
    result.set(token.index);
    result |= implied_[token.index];
    if (order_.tokens().isForAll(t.wait, counts[token] += t.count)) result.set(count_ + token.index);
    if (order_.tokens().isLast(t.wait)) result.set(2 * count_ + token.index);
  }
  return result;
}

// Creators come before what they create, unless that creates its own kind.
void HandedOrder::findInherited() {
  inherited_.assign(origins_.size(), llvm::BitVector(3 * count_));
  for (uint32_t o = 1; o < origins_.size(); ++o) {
    if (origins_[OriginId(o)].isRecursive) continue;
    llvm::BitVector all(3 * count_, true);
    for (ForkId f : creators_[o]) all &= closed(origins_[f].by, order_.handedAt(f).awaited);
    all.reset(2 * count_, 3 * count_);
    if (!creators_[o].empty()) inherited_[o] = all;
  }
}

// From little to more: what is found to be awaited at every signal of a token may make more awaited at others.
void HandedOrder::findImplied() {
  first_ = signals_;
  for (bool changed = true; changed;) {
    changed = false;
    for (uint32_t t = 0; t < count_; ++t) {
      llvm::BitVector all(3 * count_, true);
      std::vector<SignalExecution> first;
      for (const SignalExecution& s : signals_[t]) {
        llvm::BitVector before = closed(s.origin, order_.handed(s.handed).awaited);
        if (before[t]) continue;
        all &= before;
        first.push_back(s);
      }
      changed |= first.size() != first_[t].size();
      first_[t] = std::move(first);
      if (first_[t].empty()) continue;
      all.reset(2 * count_, 3 * count_);
      all |= implied_[t];
      if (all == implied_[t]) continue;
      implied_[t] = all;
      changed = true;
    }
    if (changed) findInherited();
  }
}

std::vector<TokenId> HandedOrder::awaited(OriginId origin, const std::vector<AwaitedToken>& at) const {
  std::vector<TokenId> result;
  if (order_.tokens().empty()) return result;
  llvm::BitVector all = closed(origin, at);
  for (unsigned t : all.set_bits())
    if (t >= count_ || above_[t].any() || endedBefore_[t].any()) result.push_back(TokenId(t));
  return result;
}

bool HandedOrder::isOver(OriginId origin, OriginId creator, const std::vector<RunningFork>& running) const {
  for (; origin != creator; origin = origins_[origin].parent) {
    if (origins_[origin].isShared) return false;
    for (ForkId f : creators_[origin.index])
      if (llvm::any_of(running, [&](const RunningFork& r) { return r.fork == f; })) return false;
  }
  return true;
}

void HandedOrder::findEndedBefore() {
  endedBefore_.resize(count_, llvm::BitVector(static_cast<unsigned>(origins_.size())));
  for (uint32_t t = 0; t < count_; ++t)
    for (uint32_t o = 1; o < origins_.size(); ++o) {
      OriginId child(o);
      for (OriginId creator = origins_[child].parent; creator.valid();
           child = creator, creator = origins_[creator].parent) {
        if (!above_[t][creator.index]) continue;
        auto signalsIt = [&](const std::vector<TokenId>& list) { return llvm::is_contained(list, TokenId(t)); };
        bool isBefore =
            llvm::none_of(creators_[child.index], [&](ForkId f) { return signalsIt(order_.handedAt(f).signalled); });
        for (const SignalExecution& s : first_[t]) {
          isBefore &= !origins_.isAncestor(child, s.origin);
          if (s.origin == creator) isBefore &= isOver(OriginId(o), creator, order_.states()[s.state].running);
        }
        // Those that it creates and that signal are created when it is over, too.
        for (uint32_t f = 0; isBefore && f < origins_.forkCount(); ++f) {
          const Fork& fork = origins_[ForkId(f)];
          if (fork.by != creator) continue;
          if (llvm::any_of(fork.origins, [&](OriginId made) {
                return llvm::is_contained(order_.tokens().signalledBy(made), TokenId(t));
              }))
            isBefore &= isOver(OriginId(o), creator, order_.runningAt(ForkId(f)));
        }
        if (isBefore) endedBefore_[t].set(o);
      }
    }
}

std::vector<TokenId> HandedOrder::open(OriginId origin, const Handed& at) const {
  std::vector<TokenId> result;
  for (uint32_t t = 0; t < count_; ++t)
    if (above_[t][origin.index] && !llvm::is_contained(at.signalled, TokenId(t))) result.push_back(TokenId(t));
  for (uint32_t t = 0; t < count_; ++t)
    if (isCounted_[t] && by_[t][origin.index] && !llvm::is_contained(at.own, TokenId(t)))
      result.push_back(TokenId(count_ + t));
  return result;
}

bool HandedOrder::comesBefore(OriginId origin, const std::vector<TokenId>& open, TokenId token) const {
  if (llvm::is_contained(open, token)) return true;
  return token.index < count_ && endedBefore_[token.index][origin.index];
}

bool HandedOrder::exclude(const std::vector<TokenId>& a, const std::vector<TokenId>& b) const {
  return llvm::any_of(a, [&](TokenId t) { return t.index >= 2 * count_ && llvm::is_contained(b, t); });
}

} // namespace steward
