// The detail of a word: what it has room for comes out as it went in; and words in halves.
#include "runtime/split.h"

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
  Parts result{parts.write, parts.read, writtenIn(detail), readIn(detail), {}};
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
              {{half(5, 40000 - 2047), true, 0x30}, {half(6, 30000 - 2047), false, 1}}};
  uint64_t detail;
  ASSERT_TRUE(makeDetail(parts, detail));
  EXPECT_EQ(olderOf(read(parts, detail)), olderOf(parts));
}

TEST(Detail, HasNoRoomForTwoThatAreTooOld) {
  Parts parts{
      half(5, 40000), half(6, 30000), 0x0f, 0xf0, {{half(5, 40000 - 2048), true, 0x30}, {half(6, 29999), false, 1}}};
  uint64_t detail;
  EXPECT_FALSE(makeDetail(parts, detail));
  parts.older[0].half = half(5, 39999);
  parts.older[1].half = half(6, 30000 - 2048);
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

TEST(Detail, SaysWhoseTheCellIs) {
  Parts own{half(5, 40), half(5, 30), 0x01, 0x03, {}};
  uint64_t detail;
  ASSERT_TRUE(makeDetail(own, detail));
  EXPECT_EQ(ownerIn(detail), 5u);
  EXPECT_EQ(ownerOf(half(5, 41) | maskedPart, half(5, 30) | maskedPart), 5u);
  // Of two threads, of one that has no bits for its slot, or of a set of readers.
  EXPECT_EQ(ownerOf(half(5, 41), half(6, 30)), 0u);
  EXPECT_EQ(ownerOf(half(64, 1), half(64, 2)), 0u);
  EXPECT_EQ(ownerOf(half(5, 41), half(5, 30) | tagMark), 0u);
  // Nothing written, or nothing read.
  EXPECT_EQ(ownerOf(0, half(63, 1)), 63u);
  EXPECT_EQ(ownerOf(half(63, 1), 0), 63u);
}

TEST(Detail, DeltaBeyondTheHalfIsNoAccess) {
  Parts later{half(5, 900), half(5, 900), 0x01, 0x01, {{half(5, 100), true, 0x02}, {half(5, 100), false, 0x02}}};
  uint64_t detail;
  ASSERT_TRUE(makeDetail(later, detail));
  Parts earlier{half(5, 50), half(5, 50), 0, 0, {}};
  readOlder(earlier, detail);
  EXPECT_TRUE(olderOf(earlier).empty());
}

// What is known of each half of a word, whatever form it has.
std::tuple<Half, Half, Half, Half> halvesOf(const Parts& parts) {
  return {halfOf(parts, true, 0x0f), halfOf(parts, false, 0x0f), halfOf(parts, true, 0xf0), halfOf(parts, false, 0xf0)};
}

TEST(Split, LocationsAndPartsSayTheSame) {
  std::mt19937 generator(11);
  for (unsigned i = 0; i < 20000; ++i) {
    auto some = [&] { return generator() % 4 ? half(1 + generator() % 3, 1 + generator() % 5) : 0; };
    Locations both{makeCell(some(), some()), makeCell(some(), some())};
    Parts parts = partsOf(both);
    EXPECT_TRUE(areHalves(parts));
    EXPECT_EQ(halvesOf(parts),
              std::make_tuple(writeHalf(both.low), readHalf(both.low), writeHalf(both.high), readHalf(both.high)));
  }
}

// A thread may leave one kind in the place of the other.
TEST(Split, LocationAndDetailAreToldApart) {
  Parts parts{half(5, 40), half(5, 30), 0, 0, {}};
  uint64_t detail;
  ASSERT_TRUE(makeDetail(parts, detail));
  EXPECT_NE(detail & detailMark, 0u);
  for (Half read : {Half(0), half(4095, clockLimit), half(4095, clockLimit) | tagMark}) {
    uint64_t location = makeCell(half(4095, clockLimit), read);
    EXPECT_EQ(location & detailMark, 0u);
    EXPECT_EQ(writtenIn(location), 0u);
    EXPECT_EQ(readIn(location), 0u);
  }
}

TEST(Split, CellIsNoWholeWords) {
  for (Half read : {Half(0), half(3, 7), half(9, 1) | tagMark}) {
    uint64_t low = makeCell(half(3, 7), read), cell = splitCell(low);
    EXPECT_TRUE(isSplitCell(cell));
    EXPECT_FALSE(isExpandedCell(cell) || isAtomicCell(cell) || usesDetail(cell));
    EXPECT_EQ(lowLocation(cell), low);
    // The inlined comparison is with an epoch that has no marks.
    EXPECT_NE(writeHalf(cell) & (tagMark | partMarks), 0u);
    EXPECT_NE(readHalf(cell) & (tagMark | partMarks), 0u);
  }
}

} // namespace
