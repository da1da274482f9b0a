// The detail of a word: what it has room for comes out as it went in.
#include "runtime/parts.h"

#include <gtest/gtest.h>

#include <random>
#include <set>
#include <tuple>

using namespace steward::runtime;

namespace {

Half half(uint32_t slot, uint32_t clock) { return makeEpoch(slot, clock) << markBits; }

std::set<std::tuple<Half, bool, uint8_t>> olderOf(const Parts& parts) {
  std::set<std::tuple<Half, bool, uint8_t>> all;
  for (const Older& one : parts.older)
    if (one.mask) all.insert({one.half, one.isWrite, one.mask});
  return all;
}

// As it would be read: the halves are the cell's.
Parts read(const Parts& parts, uint64_t detail) {
  Parts result{parts.write, parts.read, uint8_t(detail), uint8_t(detail >> 8), {}};
  readOlder(result, detail);
  return result;
}

TEST(Detail, ComesOutAsItWentIn) {
  std::mt19937 generator(7);
  auto below = [&](uint32_t limit) { return uint32_t(generator() % limit); };
  unsigned withRoom = 0, without = 0;
  for (unsigned i = 0; i < 20000; ++i) {
    uint32_t slots[] = {1 + below(slotLimit - 1), 1 + below(slotLimit - 1)};
    auto some = [&] { return half(slots[below(2)], 1 + below(clockLimit)); };
    Parts parts{some(), some(), uint8_t(generator()), uint8_t(generator()), {}};
    for (Older& one : parts.older)
      if (below(3)) one = {some(), bool(below(2)), uint8_t(generator())};
    uint64_t detail;
    if (!makeDetail(parts, detail)) {
      ++without;
      continue;
    }
    ++withRoom;
    Parts again = read(parts, detail);
    EXPECT_EQ(again.written, parts.written);
    EXPECT_EQ(again.wasRead, parts.wasRead);
    EXPECT_EQ(olderOf(again), olderOf(parts));
  }
  EXPECT_GT(withRoom, 5000u);
  EXPECT_GT(without, 1000u);
}

TEST(Detail, HasRoomForOneOfAnyThread) {
  Parts parts{half(5, 10), half(6, 20), 0x0f, 0xf0, {{half(4095, clockLimit), true, 0x30}, {}}};
  uint64_t detail;
  ASSERT_TRUE(makeDetail(parts, detail));
  EXPECT_EQ(olderOf(read(parts, detail)), olderOf(parts));
}

TEST(Detail, HasRoomForTwoOfTheSameThreads) {
  Parts parts{half(5, 40000),
              half(6, 30000),
              0x0f,
              0xf0,
              {{half(5, 40000 - 32767), true, 0x30}, {half(6, 30000 - 16383), false, 1}}};
  uint64_t detail;
  ASSERT_TRUE(makeDetail(parts, detail));
  EXPECT_EQ(olderOf(read(parts, detail)), olderOf(parts));
}

TEST(Detail, HasNoRoomForTwoThatAreTooOld) {
  Parts parts{
      half(5, 40000), half(6, 30000), 0x0f, 0xf0, {{half(5, 40000 - 32768), true, 0x30}, {half(6, 29999), false, 1}}};
  uint64_t detail;
  EXPECT_FALSE(makeDetail(parts, detail));
  parts.older[0].half = half(5, 39999);
  parts.older[1].half = half(6, 30000 - 16384);
  EXPECT_FALSE(makeDetail(parts, detail));
}

TEST(Detail, HasNoRoomForTwoOfAnotherThread) {
  Parts parts{half(5, 40), half(6, 30), 0x0f, 0xf0, {{half(6, 39), true, 0x30}, {half(6, 29), false, 1}}};
  uint64_t detail;
  EXPECT_FALSE(makeDetail(parts, detail));
}

TEST(Detail, WholeWordsNeedNone) {
  EXPECT_FALSE(usesDetail(cellOf({half(1, 1), half(1, 2), 0xff, 0xff, {}})));
  EXPECT_FALSE(usesDetail(cellOf({half(1, 1), half(1, 2), 0x0f, 0xf0, {}})));
  EXPECT_TRUE(usesDetail(cellOf({half(1, 1), half(1, 2), 0x01, 0xf0, {}})));
  EXPECT_TRUE(usesDetail(cellOf({half(1, 1), half(1, 2), 0xff, 0xff, {{half(2, 1), false, 1}, {}}})));
}

} // namespace
