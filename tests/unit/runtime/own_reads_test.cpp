// What a thread keeps of its own reads of a word: of each byte, the last span in which it was read, and nothing later.
#include "runtime/own_reads.h"

#include <gtest/gtest.h>

#include <array>
#include <random>

using namespace steward::runtime;

namespace {

constexpr uint32_t slot = 5;

// By byte; 0: never.
using Clocks = std::array<uint32_t, 8>;

Clocks clocksOf(uint64_t entry) {
  OwnReads reads = ownReads(entry);
  Clocks clocks{};
  for (unsigned byte = 0; byte < 8; ++byte) {
    if (reads.olderBytes >> byte & 1) clocks[byte] = reads.olderClock;
    if (reads.bytes >> byte & 1) clocks[byte] = clockOf(reads.epoch);
  }
  return clocks;
}

TEST(OwnReads, ComeOutAsTheyWentIn) {
  std::mt19937 generator(3);
  for (unsigned i = 0; i < 10000; ++i) {
    OwnReads in{Epoch(generator() & ((1u << readBytesAt) - 1)), uint32_t(generator()) & clockLimit, uint8_t(generator()),
                uint8_t(generator()), (generator() & 1) != 0};
    OwnReads out = ownReads(ownReadsEntry(in));
    EXPECT_EQ(out.epoch, in.epoch);
    EXPECT_EQ(out.olderClock, in.olderClock);
    EXPECT_EQ(out.bytes, in.bytes);
    EXPECT_EQ(out.olderBytes, in.olderBytes);
    EXPECT_EQ(out.hasMore, in.hasMore);
  }
}

TEST(OwnReads, HaveTheLastSpanOfEachByte) {
  std::mt19937 generator(11);
  unsigned added = 0, left = 0;
  for (unsigned round = 0; round < 5000; ++round) {
    uint32_t clock = 1 + generator() % 100;
    OwnReads reads{makeEpoch(slot, clock), 0, 0, 0, false};
    Clocks known{};
    for (unsigned i = 0; i < 20; ++i) {
      clock += generator() % 3 ? 0 : 1 + generator() % 4;
      auto mask = uint8_t(generator() % 3 ? 0x0f << generator() % 5 : generator());
      if (!mask) continue;
      uint64_t before = ownReadsEntry(reads);
      if (!addRead(reads, makeEpoch(slot, clock), mask)) {
        EXPECT_EQ(ownReadsEntry(reads), before);
        ++left;
        continue;
      }
      ++added;
      for (unsigned byte = 0; byte < 8; ++byte)
        if (mask >> byte & 1) known[byte] = clock;
      ASSERT_EQ(clocksOf(ownReadsEntry(reads)), known);
    }
  }
  EXPECT_GT(added, left);
  EXPECT_GT(left, 1000u);
}

TEST(OwnReads, OfAnotherSlotAreLeft) {
  OwnReads reads{makeEpoch(slot, 4), 0, 0xff, 0, false};
  EXPECT_FALSE(addRead(reads, makeEpoch(slot + 1, 9), 0xff));
}

// Further ones of bytes that are all read again are of no account; others stay.
TEST(OwnReads, ElsewhereGoWhenAllIsReadAgain) {
  OwnReads reads{makeEpoch(slot, 4), 3, 0x0f, 0x30, true};
  ASSERT_TRUE(addRead(reads, makeEpoch(slot, 5), 0x3f));
  EXPECT_TRUE(reads.hasMore);
  ASSERT_TRUE(addRead(reads, makeEpoch(slot, 6), 0xff));
  EXPECT_FALSE(reads.hasMore);
}

// The short way for an entry that has nothing but bytes that are read again.
TEST(OwnReads, AreInTheEntryOfTheirSpanOnly) {
  Half now = makeEpoch(slot, 7) << markBits;
  uint64_t entry = ownReadsEntry({epochOf(now), 6, 0x0c, 0xf0, false});
  EXPECT_TRUE(isInEntry(entry, 0x0c, now));
  EXPECT_TRUE(isInEntry(entry, 0x04, now));
  EXPECT_FALSE(isInEntry(entry, 0x1c, now));
  EXPECT_FALSE(isInEntry(entry, 0x04, now + (1u << markBits)));
  EXPECT_TRUE(isOfSameSlot(entry, now + (1u << markBits)));
  EXPECT_FALSE(isOfSameSlot(entry, makeEpoch(slot + 1, 7) << markBits));
}

} // namespace
