// Concurrency states obey the laws of a lattice, and count locks as they should.
#include "lattice_laws.h"

#include "order/state.h"

using namespace steward;

namespace {

struct States {
  using Element = StateId;
  static constexpr unsigned transfers = 8;
  StateTable table;

  // Few locks, forks and variables, so that states often have something in common. Every tenth is "no way leads here".
  StateId random(std::mt19937& engine) {
    if (engine() % 10 == 0) return {};
    State state;
    for (unsigned n = engine() % 4; n > 0; --n) {
      InstructionId pending = engine() % 4 == 0 ? InstructionId(engine() % 2) : InstructionId();
      state.acquire(LockId(engine() % 2), static_cast<LockMode>(engine() % 2), pending);
    }
    for (unsigned n = engine() % 4; n > 0; --n) state.setRunning(ForkId(engine() % 2));
    for (unsigned n = engine() % 3; n > 0; --n) {
      ForkId fork(engine() % 2);
      if (state.findRunning(fork)) state.setHandle(AddressId(engine() % 2), fork);
    }
    for (unsigned n = engine() % 3; n > 0; --n) state.learn({ConditionId(engine() % 2), engine() % 2 == 0});
    if (engine() % 3 == 0) state.guard({{ConditionId(engine() % 2), engine() % 2 == 0}, LockId(engine() % 2)});
    for (unsigned n = engine() % 3; n > 0; --n) {
      Literal when{ConditionId(engine() % 2), engine() % 2 == 0}, also{ConditionId(2), engine() % 2 == 0};
      if (!state.knows(when)) state.setIdle({ForkId(engine() % 2), when, engine() % 2 ? also : Literal()});
    }
    // Passed no wait at all is said by saying nothing.
    if (uint32_t node = engine() % 3) state.setNodes(LockId(engine() % 2), {node, static_cast<uint32_t>(engine() % 3)});
    return table.intern(state);
  }

  StateId join(StateId a, StateId b) { return table.merge(a, b); }

  // From knowing more to knowing less.
  bool below(StateId x, StateId y) const {
    if (!x || !y) return !x;
    const State &a = table[x], &b = table[y];
    auto covers = [](const auto& some, const auto& all, auto matches) {
      return llvm::all_of(
          some, [&](const auto& s) { return llvm::any_of(all, [&](const auto& other) { return matches(s, other); }); });
    };
    for (LockId barrier : {LockId(0), LockId(1)})
      for (uint32_t node : a.nodesOf(barrier))
        if (!llvm::is_contained(b.nodesOf(barrier), node)) return false;
    return covers(b.locks, a.locks,
                  [](const HeldLock& less, const HeldLock& more) {
                    return less.lock == more.lock && less.pending == more.pending && less.depth <= more.depth &&
                           (less.mode == more.mode || more.mode == LockMode::Exclusive);
                  }) &&
           covers(a.running, b.running,
                  [](const RunningFork& r, const RunningFork& other) {
                    return r.fork == other.fork && r.isMany <= other.isMany && r.isAwaited <= other.isAwaited;
                  }) &&
           llvm::all_of(
               b.handles,
               [&](const KnownHandle& h) { return llvm::is_contained(a.handles, h) || !a.findRunning(h.fork); }) &&
           covers(b.facts, a.facts, std::equal_to<Literal>()) &&
           llvm::all_of(b.idle, [&](const IdleFork& i) { return a.isIdle(i); }) &&
           llvm::all_of(b.guarded, [&](const GuardedLock& g) {
             auto isAsGood = [&](LockMode mode) { return mode == g.mode || mode == LockMode::Exclusive; };
             return a.knows(!g.guard) ||
                    llvm::any_of(
                        a.locks,
                        [&](const HeldLock& h) { return h.lock == g.lock && !h.pending && isAsGood(h.mode); }) ||
                    llvm::any_of(a.guarded, [&](const GuardedLock& other) {
                      return other.guard == g.guard && other.lock == g.lock && isAsGood(other.mode);
                    });
           });
  }

  StateId apply(unsigned n, StateId id) {
    if (!id) return {};
    State state = table[id];
    switch (n) {
    case 0:
      state.acquire(LockId(0), LockMode::Exclusive);
      break;
    case 1:
      state.acquire(LockId(0), LockMode::Shared);
      break;
    case 2:
      state.acquire(LockId(1), LockMode::Exclusive, InstructionId(1));
      break;
    case 3:
      state.release(LockId(0));
      break;
    case 4:
      state.setRunning(ForkId(1));
      break;
    case 5:
      state.setEnded(ForkId(1));
      break;
    case 6:
      state.addRunning({{ForkId(0), false}, {ForkId(1), true}});
      break;
    default:
      state.setHandle(AddressId(0), ForkId(1));
      break;
    }
    return table.intern(state);
  }
};

} // namespace

namespace steward {
INSTANTIATE_TYPED_TEST_SUITE_P(States, LatticeLaws, States);
} // namespace steward

TEST(State, LocksAreCounted) {
  State s;
  s.acquire(LockId(1), LockMode::Exclusive);
  s.acquire(LockId(1), LockMode::Exclusive);
  s.release(LockId(1));
  ASSERT_EQ(s.locks.size(), 1u);
  s.release(LockId(1));
  EXPECT_TRUE(s.locks.empty());
  s.release(LockId(1)); // of a lock that is not held: nothing
  EXPECT_TRUE(s.locks.empty());
}

TEST(State, DeepNestingIsForgottenAndNeverInvented) {
  State s;
  for (int n = 0; n < 300; ++n) s.acquire(LockId(0), LockMode::Exclusive);
  int held = 0;
  for (; !s.locks.empty(); ++held) s.release(LockId(0));
  EXPECT_LE(held, 300);
  EXPECT_GE(held, 2);
}

TEST(State, AReleaseForgetsATryThatIsNotDecided) {
  State s;
  s.acquire(LockId(0), LockMode::Exclusive, InstructionId(5));
  s.acquire(LockId(1), LockMode::Exclusive, InstructionId(6));
  s.release(LockId(0));
  ASSERT_EQ(s.locks.size(), 1u);
  EXPECT_EQ(s.locks[0].lock, LockId(1));
}

TEST(State, ReadAndWriteMergeToRead) {
  State a, b;
  a.acquire(LockId(0), LockMode::Exclusive);
  b.acquire(LockId(0), LockMode::Shared);
  State both = merge(a, b);
  ASSERT_EQ(both.locks.size(), 1u);
  EXPECT_EQ(both.locks[0].mode, LockMode::Shared);
}

TEST(State, ForkedAgainMeansMany) {
  State s;
  s.setRunning(ForkId(3));
  EXPECT_FALSE(s.findRunning(ForkId(3))->isMany);
  s.setRunning(ForkId(3));
  EXPECT_TRUE(s.findRunning(ForkId(3))->isMany);
  s.setEnded(ForkId(3));
  EXPECT_EQ(s.findRunning(ForkId(3)), nullptr);
}

TEST(State, AVariableHoldsItsLastHandle) {
  State s;
  s.setHandle(AddressId(0), ForkId(1));
  s.setHandle(AddressId(0), ForkId(2));
  ASSERT_EQ(s.handles.size(), 1u);
  EXPECT_EQ(s.handles[0].fork, ForkId(2));
}

TEST(StateTable, EqualStatesAreOneId) {
  StateTable table;
  State a, b;
  a.acquire(LockId(0), LockMode::Exclusive);
  a.acquire(LockId(1), LockMode::Exclusive);
  b.acquire(LockId(1), LockMode::Exclusive);
  b.acquire(LockId(0), LockMode::Exclusive);
  EXPECT_EQ(table.intern(a), table.intern(b)) << "whatever the order of acquisition";
  EXPECT_EQ(table.intern(State()), StateTable::initial());
  EXPECT_EQ(table.merge(table.intern(a), {}), table.intern(a)) << "where no way leads, nothing is lost";
}
