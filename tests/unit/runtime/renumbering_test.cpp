// Spans that are numbered anew are covered by whom they were covered by before, and had by whom they were had.
#include "runtime/options.h"
#include "runtime/renumbering.h"
#include "runtime/slots.h"

#include <gtest/gtest.h>

#include <memory>
#include <random>
#include <vector>

using namespace steward::runtime;

namespace {

struct Clock : VectorClock {
  Clock() : VectorClock{} {}
  Clock(const Clock&) = delete;
  ~Clock() { destroy(); }
};

struct Numbers {
  std::unique_ptr<Renumbering> numbers = std::make_unique<Renumbering>();
  ~Numbers() { numbers->destroy(); }
  Renumbering* operator->() const { return numbers.get(); }
};

TEST(Renumbering, CoversWhatWasCovered) {
  std::mt19937 random{11};
  for (uint32_t last : {1u, 2u, 63u, 64u, 65u, 5000u, clockLimit}) {
    Numbers numbers;
    numbers->add(3);
    std::vector<std::unique_ptr<Clock>> clocks;
    for (int i = 0; i < 40; ++i) {
      clocks.push_back(std::make_unique<Clock>());
      clocks.back()->set(3, random() % (last + 1));
      clocks.back()->set(4, random() % 100);
      numbers->keep(*clocks.back());
    }
    std::vector<uint32_t> before;
    for (auto& clock : clocks) before.push_back(clock->get(3));
    numbers->number();
    for (auto& clock : clocks) {
      uint32_t other = clock->get(4);
      numbers->change(*clock);
      EXPECT_EQ(clock->get(4), other); // not one of those
      EXPECT_LE(clock->get(3), 40u);
    }
    for (int i = 0; i < 2000; ++i) {
      uint32_t span = random() % last + 1;
      Epoch epoch = numbers->epoch(makeEpoch(3, span));
      EXPECT_EQ(slotOf(epoch), 3u);
      EXPECT_GE(clockOf(epoch), 1u);
      for (size_t k = 0; k < clocks.size(); ++k) EXPECT_EQ(clocks[k]->covers(epoch), span <= before[k]);
    }
    EXPECT_EQ(numbers->epoch(makeEpoch(4, 17)), makeEpoch(4, 17));
    EXPECT_EQ(numbers->epoch(makeEpoch(0, 1)), makeEpoch(0, 1));
  }
}

// Numbers come nearer to each other, and do not cross: what is kept as a distance has room.
TEST(Renumbering, ComesNearer) {
  std::mt19937 random{12};
  Numbers numbers;
  numbers->add(1);
  for (int i = 0; i < 3000; ++i) numbers->keep(1, random() % (clockLimit + 1));
  numbers->number();
  for (uint32_t span = 1; span <= clockLimit; ++span) {
    uint32_t step = numbers->clock(1, span) - numbers->clock(1, span - 1);
    EXPECT_LE(step, 1u);
  }
  EXPECT_EQ(numbers->clock(1, 0), 0u);
}

class OfSlots : public testing::Test {
protected:
  OfSlots() { readOptions("slots=16:spans=100"); }
  ~OfSlots() override { readOptions(nullptr); }
  uint32_t take(Thread* tenant, const VectorClock& known) {
    uint32_t completed;
    bool isForced;
    uint32_t slot = slots->take(tenant, known, &completed, &isForced);
    EXPECT_FALSE(isForced);
    return slot;
  }
  std::unique_ptr<Slots> slots = std::make_unique<Slots>();
};

// Whoever runs alone for long goes through no more than its share, also of slots that were used before: others know
// none of its time, and would find no slot that they may have.
TEST_F(OfSlots, LeavesOthersTheirShare) {
  Clock clock;
  std::vector<uint32_t> used;
  for (unsigned i = 0; i < 15; ++i) used.push_back(take(reinterpret_cast<Thread*>(0x1000 + i), Clock()));
  for (uint32_t slot : used) {
    clock.set(slot, 10);
    slots->giveBack(slot, 10);
  }
  unsigned spent = 0;
  for (; !slots->isShort(clock, 2); ++spent) {
    uint32_t slot = take(reinterpret_cast<Thread*>(0x1000), clock);
    clock.set(slot, 100);
    slots->giveBack(slot, 100);
    ASSERT_LT(spent, 15u);
  }
  EXPECT_EQ(spent, 16u / 4 / 2 + 1);
}

TEST_F(OfSlots, UsedUpAndGivenAgain) {
  auto* tenant = reinterpret_cast<Thread*>(0x1000);
  Clock clock;
  unsigned used = 0;
  while (!slots->isShort(clock, 1)) {
    uint32_t slot = take(tenant, clock);
    ASSERT_NE(slot, 0u);
    clock.set(slot, 100);
    slots->giveBack(slot, 100);
    ASSERT_LT(++used, 16u / 2);
  }
  Numbers numbers;
  slots->addSpent(*numbers.numbers);
  numbers->keep(clock);
  numbers->number();
  numbers->change(clock);
  slots->change(*numbers.numbers);
  EXPECT_FALSE(slots->isShort(clock, 1));
  EXPECT_EQ(slots->lastClock(1), 1u);
  EXPECT_EQ(clock.get(1), 1u);
  EXPECT_EQ(take(tenant, clock), 1u);
  // Who does not know of that time is given none of them.
  Clock stranger;
  uint32_t other = take(reinterpret_cast<Thread*>(0x2000), stranger);
  EXPECT_GT(other, used);
}

TEST_F(OfSlots, TenantsStayApart) {
  Thread *first = reinterpret_cast<Thread*>(0x1000), *second = reinterpret_cast<Thread*>(0x2000);
  Clock clock;
  uint32_t slot = take(first, clock);
  clock.set(slot, 20);
  slots->giveBack(slot, 20);
  ASSERT_EQ(take(second, clock), slot);
  slots->giveBack(slot, 90);
  Numbers numbers;
  slots->addSpent(*numbers.numbers);
  numbers->number(); // nobody has any value
  Epoch early = numbers->epoch(makeEpoch(slot, 20)), late = numbers->epoch(makeEpoch(slot, 21));
  slots->change(*numbers.numbers);
  EXPECT_EQ(slots->tenantOf(early), first);
  EXPECT_EQ(slots->tenantOf(late), second);
  EXPECT_EQ(slots->tenantOf(numbers->epoch(makeEpoch(slot, 90))), second);
}

} // namespace
