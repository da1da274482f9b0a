// Vector clocks are a lattice under join; slots are given again only to who knows that their time has passed.
#include "runtime/clock.h"
#include "runtime/options.h"
#include "runtime/slots.h"

#include <gtest/gtest.h>

#include <memory>
#include <random>
#include <vector>

using namespace steward::runtime;

namespace {

// With the memory given back at the end.
struct Clock : VectorClock {
  Clock() : VectorClock{} {}
  Clock(const Clock& other) : VectorClock{} { assign(other); }
  Clock& operator=(const Clock&) = delete;
  ~Clock() { destroy(); }
};

bool same(const Clock& a, const Clock& b) {
  for (uint32_t slot = 0; slot < 200; ++slot)
    if (a.get(slot) != b.get(slot)) return false;
  return true;
}

Clock joined(const Clock& a, const Clock& b) {
  Clock result(a);
  result.join(b);
  return result;
}

class Laws : public testing::Test {
protected:
  Clock random() {
    Clock clock;
    for (unsigned i = generator() % 12; i--;) clock.set(uint32_t(generator() % 150), uint32_t(generator() % 5));
    return clock;
  }
  std::mt19937 generator{7};
};

TEST_F(Laws, Join) {
  for (int round = 0; round < 500; ++round) {
    Clock a = random(), b = random(), c = random();
    EXPECT_TRUE(same(joined(a, b), joined(b, a)));
    EXPECT_TRUE(same(joined(a, joined(b, c)), joined(joined(a, b), c)));
    EXPECT_TRUE(same(joined(a, a), a));
    EXPECT_TRUE(same(joined(a, Clock()), a));
  }
}

TEST_F(Laws, JoinTellsWhetherAnythingWasNew) {
  for (int round = 0; round < 500; ++round) {
    Clock a = random(), b = random();
    Clock before(a);
    EXPECT_EQ(a.join(b), !same(a, before));
    EXPECT_FALSE(a.join(b));
  }
}

TEST_F(Laws, JoinCoversBoth) {
  for (int round = 0; round < 500; ++round) {
    Clock a = random(), b = random(), both = joined(a, b);
    for (uint32_t slot = 1; slot < 150; ++slot) {
      EXPECT_TRUE(both.covers(makeEpoch(slot, a.get(slot))));
      EXPECT_TRUE(both.covers(makeEpoch(slot, b.get(slot))));
      EXPECT_FALSE(both.covers(makeEpoch(slot, std::max(a.get(slot), b.get(slot)) + 1)));
    }
  }
}

TEST_F(Laws, AssignReplacesAll) {
  for (int round = 0; round < 500; ++round) {
    Clock a = random(), b = random();
    a.assign(b);
    EXPECT_TRUE(same(a, b));
    a.clear();
    EXPECT_TRUE(a.isEmpty());
    EXPECT_TRUE(same(a, Clock()));
    a.join(b);
    EXPECT_TRUE(same(a, b));
  }
}

TEST(VectorClock, SlotZeroIsBeforeEverything) {
  Clock clock;
  EXPECT_TRUE(clock.covers(makeEpoch(0, clockLimit)));
  clock.set(3, 1);
  EXPECT_TRUE(clock.covers(makeEpoch(0, clockLimit)));
  EXPECT_FALSE(clock.covers(makeEpoch(1, 1)));
}

// Slots ask nothing of a thread but who it is.
Thread* thread(uintptr_t number) { return reinterpret_cast<Thread*>(number); }

class SlotsOf : public testing::Test {
protected:
  SlotsOf() { readOptions(nullptr); }
  uint32_t take(uintptr_t who, const Clock& known) { return slots->take(thread(who), known, &completed, &isForced); }
  std::unique_ptr<Slots> slots = std::make_unique<Slots>(); // all zero
  uint32_t completed = 0;
  bool isForced = false;
  Clock nothing;
};

TEST_F(SlotsOf, EachHasItsOwn) {
  EXPECT_EQ(take(1, nothing), 1u);
  EXPECT_EQ(take(2, nothing), 2u);
}

TEST_F(SlotsOf, GivenAgainToWhoKnowsItsTime) {
  uint32_t slot = take(1, nothing);
  slots->giveBack(slot, 10);
  Clock some, all;
  some.set(slot, 9);
  all.set(slot, 10);
  EXPECT_NE(take(2, some), slot);
  EXPECT_EQ(take(3, all), slot);
  EXPECT_EQ(completed, 10u);
}

TEST_F(SlotsOf, WhoHadItWhen) {
  uint32_t slot = take(1, nothing);
  slots->giveBack(slot, 10);
  Clock all;
  all.set(slot, 10);
  ASSERT_EQ(take(2, all), slot);
  EXPECT_EQ(slots->tenantOf(makeEpoch(slot, 1)), thread(1));
  EXPECT_EQ(slots->tenantOf(makeEpoch(slot, 10)), thread(1));
  EXPECT_EQ(slots->tenantOf(makeEpoch(slot, 11)), thread(2));
  EXPECT_EQ(slots->tenantOf(makeEpoch(slot + 1, 1)), nullptr);
}

TEST_F(SlotsOf, UsedUpIsNotGivenAgain) {
  uint32_t slot = take(1, nothing);
  slots->giveBack(slot, clockLimit);
  Clock all;
  all.set(slot, clockLimit);
  EXPECT_NE(take(2, all), slot);
}

TEST_F(SlotsOf, NoneLeft) {
  for (uint32_t i = 1; i < slotLimit; ++i) EXPECT_EQ(take(i, nothing), i);
  EXPECT_EQ(take(slotLimit, nothing), 0u);
  slots->giveBack(5, 0);
  EXPECT_EQ(take(slotLimit, nothing), 5u);
  EXPECT_FALSE(isForced);
}

TEST_F(SlotsOf, NoneLeftThatIsKnown) {
  for (uint32_t i = 1; i < slotLimit; ++i) take(i, nothing);
  slots->giveBack(7, 3);
  slots->giveBack(5, 3);
  EXPECT_EQ(take(slotLimit, nothing), 7u);
  EXPECT_TRUE(isForced);
  EXPECT_EQ(completed, 3u);
}

} // namespace
