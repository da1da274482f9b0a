// Which spans nobody can tell apart, against what the values between them are known to be held by.
#include "runtime/held.h"
#include "runtime/sync.h"

#include <gtest/gtest.h>

#include <memory>
#include <random>
#include <vector>

using namespace steward::runtime;

namespace {

struct HeldValues : testing::Test {
  static constexpr uint32_t farthest = 1 << 16, group = 64;
  std::unique_ptr<Thread> thread = std::make_unique<Thread>();
  std::mt19937 generator{17};
  Sync locks[3] = {};
  std::vector<uint8_t> held{heldByNobody}; // the model: of each value

  static void SetUpTestSuite() { ASSERT_TRUE(reserveHeld()); }
  HeldValues() {
    thread->slot = 3;
    thread->number = 5;
  }
  ~HeldValues() override {
    thread->clock.destroy();
    for (Sync& lock : locks) lock.clock.destroy();
  }

  uint32_t draw(uint32_t below) { return uint32_t(generator()) % below; }
  uint32_t last() const { return uint32_t(held.size() - 1); }
  void advance() {
    thread->clock.set(thread->slot, last() + 1);
    held.push_back(heldByNobody);
  }
  // What it had is nobody's, if nobody took it from there.
  void giveTo(Sync& lock, bool isNew) {
    uint32_t before = lock.clock.get(thread->slot);
    holdBy(*thread, lock, isNew);
    lock.clock.assign(thread->clock);
    lock.releasedBy = thread->number;
    held[last()] = isNew ? heldByOneSync : heldByAnybody;
    if (before < last() && held[before] == heldByOneSync) held[before] = heldByNobody;
  }
  void takeFrom(Sync& lock) {
    lock.wasAcquired = true;
    uint8_t& value = held[lock.clock.get(thread->slot)];
    if (value) value = heldByAnybody;
  }
  void giveToAnybody() {
    holdByAnybody(*thread);
    held[last()] = heldByAnybody;
  }
  bool areAlikeInModel(uint32_t from, uint32_t to) const {
    if (to - from > farthest) return false;
    for (uint32_t value = from; value < to; ++value)
      if (held[value]) return false;
    return true;
  }
  bool areAlikeHere(uint32_t from, uint32_t to) const {
    return areAlike(makeEpoch(thread->slot, from), makeEpoch(thread->slot, to));
  }
};

TEST_F(HeldValues, TellSpansApart) {
  unsigned alike = 0, asked = 0;
  while (last() + 1200 < clockLimit) {
    // Stretches in which one lock is taken by nobody else, and between them anything.
    for (unsigned left = draw(3) ? 0 : draw(4) ? draw(50) : draw(1000); left--;) {
      advance();
      giveTo(locks[0], true);
    }
    advance();
    bool isNew = true;
    for (unsigned count = 1 + draw(2); count--; isNew = false) {
      if (draw(4) == 0) takeFrom(locks[draw(3)]);
      draw(8) ? giveTo(locks[draw(draw(4) ? 1 : 3)], isNew) : giveToAnybody();
    }
    for (unsigned asks = 0; asks < 20; ++asks, ++asked) {
      uint32_t to = last() + 1 - (draw(2) ? draw(4) : draw(last())), from = to - draw(draw(2) ? 200 : 1200);
      if (draw(3) == 0) to = to / group * group;
      if (draw(3) == 0) from = from / group * group;
      if (from - 1 >= to || !from) continue;
      ASSERT_EQ(areAlikeHere(from, to), areAlikeInModel(from, to)) << from << " to " << to;
      alike += from < to && areAlikeHere(from, to);
    }
  }
  EXPECT_GT(alike, asked / 20);
}

// A value that is held is found wherever it is, also in a group that is all between the two.
TEST_F(HeldValues, AreFoundAnywhere) {
  thread->slot = 4;
  constexpr uint32_t count = farthest + 1000;
  while (last() < count) advance();
  EXPECT_TRUE(areAlikeHere(1, 1 + farthest) && areAlikeHere(count - farthest, count));
  EXPECT_FALSE(areAlikeHere(1, 2 + farthest)); // too far to look
  EXPECT_TRUE(areAlikeHere(count, count));
  EXPECT_FALSE(areAlikeHere(0, 1)); // before the first span
  for (unsigned i = 0; i < 3000; ++i) {
    uint32_t value = 1 + draw(count - 1), from = value - draw(value), to = value + 1 + draw(count - value);
    if (draw(2)) from = value - draw(value < 130 ? value : 130);
    if (draw(2)) to = value + 1 + draw(count - value < 130 ? count - value : 130);
    if (to - from > farthest) continue;
    ASSERT_TRUE(areAlikeHere(from, to)) << from << " to " << to;
    thread->clock.set(thread->slot, value);
    holdBy(*thread, locks[0], true);
    locks[0].clock.assign(thread->clock);
    locks[0].releasedBy = thread->number;
    ASSERT_FALSE(areAlikeHere(from, to)) << from << " to " << to << " with " << value;
    ASSERT_TRUE(areAlikeHere(value + 1, to) && areAlikeHere(from, value)) << from << " to " << to << " with " << value;
    // Given back with the next value of all, which is not asked for.
    thread->clock.set(thread->slot, count + 1);
    holdBy(*thread, locks[0], true);
    locks[0].clock.assign(thread->clock);
  }
}

// However often it is given to somebody.
TEST_F(HeldValues, CountOnce) {
  thread->slot = 5;
  while (last() < 3 * group) advance();
  thread->clock.set(thread->slot, group + 1);
  for (unsigned times = 1; times < 600; ++times) {
    holdByAnybody(*thread);
    ASSERT_FALSE(areAlikeHere(1, 3 * group)) << times;
    ASSERT_TRUE(areAlikeHere(group + 2, 3 * group));
  }
}

// Of a slot that was numbered anew, all that is left is held, and nothing beyond it.
TEST_F(HeldValues, AllOfASlot) {
  thread->slot = 6;
  for (uint32_t count : {1u, 63u, 64u, 65u, 130u, 1000u}) {
    while (last() < 3000) advance();
    giveToAnybody();
    holdAll(thread->slot, count);
    for (uint32_t from = 1; from < count + 200; ++from) {
      ASSERT_EQ(areAlikeHere(from, from + 1), from > count);
      ASSERT_EQ(areAlikeHere(from, 3001), from > count);
    }
  }
}

TEST_F(HeldValues, OfTwoSlotsNeverAlike) {
  EXPECT_FALSE(areAlike(makeEpoch(7, 5), makeEpoch(8, 6)));
  EXPECT_FALSE(areAlike(makeEpoch(7, 6), makeEpoch(7, 5))); // the other way around
  EXPECT_TRUE(areAlike(makeEpoch(0, 1), makeEpoch(0, 1)));
  EXPECT_FALSE(areAlike(makeEpoch(0, 1), makeEpoch(0, 2)));
}

} // namespace
