// What is handed over obeys the laws of a lattice, and stretches of code in a row add up.
#include "lattice_laws.h"

#include "order/handed.h"

#include "llvm/ADT/STLExtras.h"

using namespace steward;

namespace {

struct HandedOver {
  using Element = HandedId;
  static constexpr unsigned transfers = 7;
  HandedTable table;

  // Few tokens and waits, so that two often have something in common. Every tenth is "no way leads here".
  HandedId random(std::mt19937& engine) {
    if (engine() % 10 == 0) return {};
    Handed handed;
    for (unsigned n = engine() % 3; n > 0; --n) handed.signal(TokenId(engine() % 3), engine() % 2);
    for (unsigned n = engine() % 3; n > 0; --n) {
      InstructionId pending = engine() % 4 == 0 ? InstructionId(engine() % 2) : InstructionId();
      handed.await({WaitId(engine() % 2), pending, engine() % 2 == 0, static_cast<uint8_t>(engine() % 2)});
    }
    handed.isReleased = engine() % 3 == 0;
    handed.isAcquired = engine() % 3 == 0;
    return table.intern(handed);
  }

  HandedId join(HandedId a, HandedId b) { return table.merge(a, b); }

  // From knowing more to knowing less.
  bool below(HandedId x, HandedId y) const {
    if (!x || !y) return !x;
    const Handed &a = table[x], &b = table[y];
    auto covers = [](const auto& some, const auto& all, auto matches) {
      return llvm::all_of(
          some, [&](const auto& s) { return llvm::any_of(all, [&](const auto& other) { return matches(s, other); }); });
    };
    return covers(a.signalled, b.signalled, std::equal_to<TokenId>()) &&
           covers(a.own, b.own, std::equal_to<TokenId>()) &&
           covers(b.awaited, a.awaited,
                  [](const AwaitedToken& less, const AwaitedToken& more) {
                    return less.wait == more.wait && less.pending == more.pending && less.count <= more.count &&
                           less.isOrdered <= more.isOrdered;
                  }) &&
           b.isReleased <= a.isReleased && b.isAcquired <= a.isAcquired;
  }

  HandedId apply(unsigned n, HandedId id) {
    if (!id) return {};
    Handed handed = table[id];
    switch (n) {
    case 0:
      handed.signal(TokenId(1));
      break;
    case 1:
      handed.await({WaitId(0), {}, false, 1});
      break;
    case 2:
      handed.await({WaitId(1), {}, true, 0});
      break;
    case 3:
      handed.await({WaitId(1), InstructionId(1), true, 1});
      break;
    case 4:
      handed.acquireFence();
      break;
    case 5:
      handed.isReleased = true;
      break;
    default: { // what a function adds
      Handed added;
      added.signal(TokenId(0));
      added.await({WaitId(0), {}, true, 1});
      added.acquireFence();
      return table.then(id, table.intern(added));
    }
    }
    return table.intern(handed);
  }
};

} // namespace

namespace steward {
INSTANTIATE_TYPED_TEST_SUITE_P(HandedOver, LatticeLaws, HandedOver);
} // namespace steward

TEST(Handed, WhatIsAwaitedOnOneWayOnlyIsNotSure) {
  Handed a, b;
  a.await({WaitId(0), {}, true});
  a.await({WaitId(1), {}, true});
  b.await({WaitId(1), {}, false});
  b.signal(TokenId(2));
  Handed both = merge(a, b);
  ASSERT_EQ(both.awaited.size(), 1u);
  EXPECT_EQ(both.awaited[0].wait, WaitId(1));
  EXPECT_FALSE(both.awaited[0].isOrdered);
  EXPECT_EQ(both.signalled, std::vector{TokenId(2)}) << "what may have been signalled stays";
}

TEST(Handed, WaitsAreCountedWhereThatMeansSomething) {
  Handed h;
  for (int n = 0; n < 2; ++n) {
    h.await({WaitId(0), {}, true, 1});
    h.await({WaitId(1), {}, true, 0});
  }
  EXPECT_EQ(h.awaited[0].count, 2);
  EXPECT_EQ(h.awaited[1].count, 0);
  for (int n = 0; n < 1000; ++n) h.await({WaitId(0), {}, true, 1});
  EXPECT_LT(h.awaited[0].count, 100) << "it must not grow without end";
}

TEST(Handed, AFenceOrdersWhatWasSeenBeforeIt) {
  Handed seen, fence;
  seen.await({WaitId(0), {}, false});
  fence.acquireFence();
  EXPECT_TRUE(then(seen, fence).awaited[0].isOrdered);
  EXPECT_FALSE(then(fence, seen).awaited[0].isOrdered) << "and nothing behind it";
}
