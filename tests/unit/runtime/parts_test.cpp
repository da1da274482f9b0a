// Words in parts: what fits behind a span's cell comes out as it went in; and words in halves.
#include "runtime/read_chain.h"
#include "runtime/split.h"

#include <gtest/gtest.h>

#include <memory>
#include <random>
#include <set>
#include <tuple>

using namespace steward::runtime;

namespace {

Half half(uint32_t slot, uint32_t clock) { return makeEpoch(slot, clock) << markBits; }

// An access to one byte.
using Fact = std::tuple<Half, bool, unsigned>;

std::set<Fact> factsOf(const Parts& parts) {
  std::set<Fact> facts;
  auto add = [&](Half half, bool isWrite, uint8_t mask) {
    for (unsigned byte = 0; byte < 8; ++byte)
      if (mask >> byte & 1) facts.insert({half, isWrite, byte});
  };
  add(parts.write, true, parts.written);
  add(parts.read, false, parts.wasRead);
  for (const Older& one : parts.older) add(one.half, one.isWrite, one.mask);
  return facts;
}

struct Spans : testing::Test {
  std::unique_ptr<Thread> thread = std::make_unique<Thread>();
  std::mt19937 generator{7};

  Spans() {
    thread->slot = 1;
    thread->clock.set(1, 20);
    thread->clock.set(2, 3);
  }
  uint8_t mask() { return uint8_t(generator() & generator()); }
  Half some() { return half(1 + generator() % 3, 1 + generator() % 6); }
};

// What is left out, the span itself stands for: it wrote the byte later, or read it later than that was read. A read
// in the span of a write of the same byte says nothing more.
TEST_F(Spans, ComeOutAsTheyWentIn) {
  unsigned fitting = 0;
  for (unsigned i = 0; i < 200000; ++i) {
    Parts parts{some(), some(), mask(), mask(), {{some(), bool(generator() % 2), mask()}, {some(), false, mask()}}};
    Half epoch = generator() % 2 ? parts.read : parts.write;
    uint64_t cell, detail;
    if (!makeSpan(*thread, parts, epoch, cell, detail)) continue;
    ++fitting;
    ASSERT_TRUE(isSpanCell(cell));
    ASSERT_EQ(spanEpoch(cell), epoch);
    ASSERT_EQ(spanWritten(cell) & ~spanRead(cell), 0);
    std::set<Fact> before = factsOf(parts), after = factsOf(partsOfSpan(cell, detail));
    for (const auto& [access, isWrite, byte] : before) {
      if (after.count({access, isWrite, byte})) continue;
      bool isOfWrite = !isWrite && before.count({access, true, byte});
      bool isBefore = slotOf(epochOf(access)) == slotOf(epochOf(epoch))
                          ? access < epoch
                          : slotOf(epochOf(epoch)) == 1 && isOrdered(*thread, access);
      bool isStoodFor = spanWritten(cell) >> byte & 1 || (!isWrite && spanRead(cell) >> byte & 1);
      EXPECT_TRUE(isOfWrite || (isBefore && isStoodFor)) << i;
    }
    // Bytes that the span wrote count as read.
    for (const auto& [access, isWrite, byte] : after)
      EXPECT_TRUE(before.count({access, isWrite, byte}) || (access == epoch && spanWritten(cell) >> byte & 1)) << i;
  }
  EXPECT_GT(fitting, 10000u);
}

// A thread adds bytes without a look at what was before only if that is all before it.
TEST_F(Spans, SayWhetherAllIsBefore) {
  Half now = half(1, 21);
  uint64_t cell, detail;
  for (Half earlier : {half(1, 20), half(2, 3), half(2, 4), half(3, 1)}) {
    bool isBefore = isOrdered(*thread, earlier);
    ASSERT_TRUE(makeSpan(*thread, {now, now, 0x01, 0x01, {{earlier, true, 0xfe}, {}}}, now, cell, detail));
    EXPECT_EQ(withSpanBytes<false>(cell, 0x02) != 0, isBefore);
    EXPECT_EQ(withSpanBytes<true>(cell, 0x02) != 0, isBefore);
    ASSERT_TRUE(makeSpan(*thread, {now, now, 0x01, 0x01, {{earlier, false, 0xfe}, {}}}, now, cell, detail));
    EXPECT_NE(withSpanBytes<false>(cell, 0x02), 0u); // two reads
    EXPECT_EQ(withSpanBytes<true>(cell, 0x02) != 0, isBefore);
  }
}

TEST_F(Spans, KnowTheirBytes) {
  Half now = half(3, 9);
  uint64_t cell = makeSpanCell(now, 0x3c, 0x0c, allIsBefore);
  EXPECT_TRUE((isInSpan<false>(cell, 0x30, now) && isInSpan<true>(cell, 0x08, now)));
  EXPECT_FALSE((isInSpan<true>(cell, 0x10, now) || isInSpan<false>(cell, 0x40, now)));
  EXPECT_FALSE((isInSpan<false>(cell, 0x30, half(3, 8)) || isInSpan<false>(cell, 0x30, half(2, 9))));
}

// The inlined comparison is with an epoch, with or without the mark of a part, or with a set of readers.
TEST_F(Spans, LookLikeNoOtherCell) {
  for (unsigned i = 0; i < 10000; ++i) {
    uint8_t read = mask();
    uint64_t flags = generator() % 3 == 0 ? allIsBefore | hasBefore
                     : generator() % 2    ? allIsBefore | uint64_t(generator() & spanAgeMost) << spanAgeAt
                                          : 0;
    uint64_t cell = makeSpanCell(some(), read, read & mask(), flags);
    EXPECT_FALSE(isExpandedCell(cell) || isSplitCell(cell) || isAtomicCell(cell) || isWholeCell(cell));
    for (Half each : {writeHalf(cell), readHalf(cell)}) {
      EXPECT_NE(each & tagMark, 0u);
      EXPECT_NE(each & partMarks, 0u);
      EXPECT_NE(each, noSet);
    }
  }
}

// Each kind of detail behind a span's cell says what it is; another thread may have left one of another kind.
TEST_F(Spans, TellKindsOfDetailsApart) {
  uint64_t location = makeCell(half(4095, clockLimit), half(4095, clockLimit));
  uint64_t span = makeSpanCell(half(4095, clockLimit), 0xff, 0x7f, 0), chain = makeChain({half(1, 3), {}, {}, 0});
  uint64_t list = Half(~0u << markBits | tagMark);
  for (uint64_t detail : {location, span, chain, list}) {
    EXPECT_EQ(detail & chainMark && true, detail == chain);
    EXPECT_EQ(isSpanCell(detail), detail == span);
    EXPECT_EQ(isListName(detail), detail == list);
    Before before = beforeSpan(makeSpanCell(half(1, 9), 1, 0, hasBefore | allIsBefore), detail);
    EXPECT_EQ(before.written != 0, detail == location || detail == span);
    EXPECT_EQ(beforeSpan(makeSpanCell(half(1, 9), 1, 0, hasBefore | beforeIsChain), detail).written, 0);
  }
}

// A write of the whole word by the slot, as an age: for the bytes that the span has not written since.
TEST_F(Spans, TellOfAWriteByItsAge) {
  for (unsigned i = 0; i < 100000; ++i) {
    uint32_t clock = 2 + generator() % 600;
    uint8_t read = mask(), written = read & mask();
    Half now = half(3, clock), write = half(3, 1 + generator() % (clock - 1));
    uint64_t age = ageOf(write, now), bare = makeSpanCell(now, read, written, allIsBefore), cell = bare | age;
    ASSERT_EQ(age != 0, epochOf(now) - epochOf(write) <= spanAgeMost) << i;
    ASSERT_EQ(agedWrite(cell), age ? write : 0u);
    ASSERT_TRUE(isSpanCell(cell));
    ASSERT_EQ(std::make_tuple(spanEpoch(cell), spanRead(cell), spanWritten(cell)), std::make_tuple(now, read, written));
    if (!age) continue;
    // It says what such a location in the detail would; whatever else is there.
    for (uint64_t detail : {uint64_t(0), makeCell(half(2, 7), half(2, 8)), makeSpanCell(half(1, 1), 0xff, 0x0f, 0)})
      ASSERT_EQ(factsOf(partsOfSpan(cell, detail)), factsOf(partsOfSpan(bare | hasBefore, makeCell(write, write))));
    // Bytes more of the span's leave it as it is.
    uint8_t more = mask();
    EXPECT_EQ(agedWrite(withSpanBytes<false>(cell, more)), write);
    EXPECT_EQ(agedWrite(withSpanBytes<true>(cell, more)), write);
    EXPECT_EQ(beforeSpan(withSpanBytes<true>(cell, more), 0).written, uint8_t(~(written | more)));
    EXPECT_EQ(beforeSpan(withSpanBytes<false>(cell, more), 0).written, uint8_t(~written));
  }
}

// Spans come nearer to each other, and two may be one then: no byte's last write is lost.
TEST_F(Spans, KeepTheirWriteWhenRenumbered) {
  unsigned aged = 0, whole = 0;
  for (unsigned i = 0; i < 50000; ++i) {
    uint32_t clock = 2 + generator() % 300;
    uint32_t first = 1 + generator() % clock, between = first + generator() % 40, step = 1 + generator() % 8;
    auto number = [&](Epoch epoch) { // of values, none that is kept lies between some
      uint32_t old = clockOf(epoch), number = old <= first ? 1 : old <= between ? 2 : 2 + (old - between) / step;
      return makeEpoch(slotOf(epoch), number);
    };
    auto renumbered = [&](Half half) { return number(epochOf(half)) << markBits; };
    uint8_t read = mask(), written = read & mask();
    Half now = half(3, clock), write = half(3, clock > 2 ? clock - 1 - generator() % (clock - 1) : 1);
    uint64_t flags = generator() % 4 ? allIsBefore | ageOf(write, now)
                                     : (generator() & 1 ? hasBefore : 0) | (generator() & 1 ? readsAreBefore : 0);
    uint64_t cell = makeSpanCell(now, read, written, flags), next = renumberedSpan(cell, number);
    if (!spanAge(cell) || renumbered(write) != renumbered(now)) {
      ASSERT_EQ(spanEpoch(next), renumbered(now));
      ASSERT_EQ(agedWrite(next), spanAge(cell) ? renumbered(write) : 0u) << i;
      uint64_t others = ~(uint64_t(spanAgeMost) << spanAgeAt | ~Half(0));
      ASSERT_EQ(cell & others, next & others);
      aged += spanAge(cell) != 0;
    } else {
      ASSERT_EQ(next, makeCell(renumbered(now), renumbered(now))) << i;
      ++whole;
    }
  }
  EXPECT_GT(aged, 5000u);
  EXPECT_GT(whole, 2000u);
}

std::set<Fact> factsOf(const ReadChain& chain) {
  std::set<Fact> facts;
  for (unsigned i = 0; i < chain.count; ++i)
    for (unsigned byte = 0; byte < 8; ++byte)
      if (chain.masks[i] >> byte & 1) facts.insert({chain.spans[i], false, byte});
  if (chain.write) facts.insert({chain.write, true, 0});
  return facts;
}

// For each byte the last span that read it, however many there were.
TEST_F(Spans, ChainsKeepTheLastReadOfEachByte) {
  unsigned fitting = 0;
  for (unsigned i = 0; i < 20000; ++i) {
    uint32_t clock = 1 + generator() % 40;
    ReadChain chain{};
    std::set<Fact> expected;
    Half last[8] = {};
    if (generator() % 2) expected.insert({chain.write = half(5, clock), true, 0});
    bool hasRoom = true;
    for (unsigned reads = generator() % 5; reads-- && hasRoom;) {
      Half span = half(5, clock += 1 + generator() % 150);
      uint8_t bytes = mask() | uint8_t(1 << generator() % 8);
      hasRoom = chain.add(span, bytes);
      for (unsigned byte = 0; byte < 8; ++byte)
        if (bytes >> byte & 1) last[byte] = span;
    }
    for (unsigned byte = 0; byte < 8; ++byte)
      if (last[byte]) expected.insert({last[byte], false, byte});
    uint64_t detail = hasRoom ? makeChain(chain) : 0;
    if (!detail) continue;
    ++fitting;
    ASSERT_EQ(factsOf(readChain(detail)), expected) << i;
  }
  EXPECT_GT(fitting, 5000u);
}

TEST_F(Spans, ChainsHaveNoRoomForMore) {
  ReadChain chain{};
  for (unsigned i = 0; i < chainSpans; ++i) EXPECT_TRUE(chain.add(half(5, 1000 + i), uint8_t(1 << i)));
  EXPECT_NE(makeChain(chain), 0u);
  ReadChain withWrite = chain;
  withWrite.write = half(5, 1);
  EXPECT_EQ(makeChain(withWrite), 0u);
  EXPECT_FALSE(chain.add(half(5, 2000), 0x80));
  chain.remove(0x01);
  EXPECT_TRUE(chain.add(half(5, 2000), 0x80));
  EXPECT_EQ(makeChain(chain), 0u); // too far apart
  EXPECT_EQ(makeChain({}), 0u);
}

// Of bytes that two threads have read, each is kept: no form for halves has room for both.
TEST_F(Spans, TwoReadersAreNoHalves) {
  EXPECT_TRUE(areHalves({0, half(1, 9), 0, 0xf0, {{half(1, 8), false, 0x0f}, {}}}));
  EXPECT_FALSE(areHalves({0, half(1, 9), 0, 0xff, {{half(2, 8), false, 0x0f}, {}}}));
  EXPECT_FALSE(areHalves({0, half(1, 9), 0, 0xf0, {{half(1, 8), false, 0x0f}, {half(2, 8), false, 0x0f}}}));
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

TEST(Split, CellIsNoWholeWords) {
  for (Half read : {Half(0), half(3, 7), half(9, 1) | tagMark}) {
    uint64_t low = makeCell(half(3, 7), read), cell = splitCell(low);
    EXPECT_TRUE(isSplitCell(cell));
    EXPECT_FALSE(isExpandedCell(cell) || isAtomicCell(cell) || isSpanCell(cell));
    EXPECT_EQ(lowLocation(cell), low);
    // The inlined comparison is with an epoch that has no marks.
    EXPECT_NE(writeHalf(cell) & (tagMark | partMarks), 0u);
    EXPECT_NE(readHalf(cell) & (tagMark | partMarks), 0u);
  }
}

// Halves of one thread, in one cell.
struct Close : testing::Test {
  static constexpr uint32_t latest = 1000;
  std::mt19937 generator{13};

  Half some() { return generator() % 5 ? half(3, latest - generator() % (generator() % 8 ? 100 : 140)) : 0; }
  uint64_t location() { return makeCell(some(), some()); }
};

uint32_t spansBetween(Half earlier, Half later) { return epochOf(later) - epochOf(earlier); }

// Whether a cell of the epoch has room for it.
bool isNear(uint64_t location, Half epoch) {
  Half write = writeHalf(location), read = readHalf(location);
  return read && spansBetween(read, epoch) < 128 && (!write || spansBetween(write, read) < 127);
}

TEST_F(Close, ComeOutAsTheyWentIn) {
  unsigned fitting = 0;
  for (unsigned i = 0; i < 50000; ++i) {
    uint64_t low = location(), high = generator() % 20 ? location() : low;
    Half epoch = half(3, latest);
    uint64_t cell = makeCloseCellOf(epoch, low, high);
    ASSERT_EQ(cell != 0, low != high && isNear(low, epoch) && isNear(high, epoch)) << i;
    if (!cell) continue;
    ++fitting;
    ASSERT_TRUE(isCloseCell(cell) && isSplitCell(cell));
    ASSERT_FALSE(isExpandedCell(cell) || isAtomicCell(cell) || isSpanCell(cell) || isWholeCell(cell));
    ASSERT_EQ(lowLocation(cell), low);
    ASSERT_EQ(highLocation(cell, 0), high);
    // What a half is compared with has no marks, one of a part, or that of a set.
    for (Half one : {writeHalf(cell), readHalf(cell)}) ASSERT_TRUE(one & tagMark && one & partMarks);
  }
  EXPECT_GT(fitting, 10000u);
}

// An access to a cell is one to each of the locations that it is of.
template <bool isWrite>
void touchBoth(Close& test) {
  unsigned touched = 0, whole = 0, tooOld = 0;
  auto touch = [](uint64_t location, Half now) { return makeCell(isWrite ? now : writeHalf(location), now); };
  for (unsigned i = 0; i < 100000; ++i) {
    Locations both{test.location(), test.location()};
    bool isWhole = test.generator() % 3 == 0;
    if (isWhole) both.high = both.low;
    uint64_t cell = isWhole ? both.low : makeCloseCellOf(half(3, Close::latest), both.low, both.high);
    if (!cell || !readHalf(cell)) continue;
    Half now = half(3, Close::latest + test.generator() % 60);
    unsigned halves = test.generator() % 3;
    uint8_t mask = halves == 0 ? 0x0f : halves == 1 ? 0xf0 : 0xff;
    if (isWhole && mask == 0xff) continue;
    Locations expected{mask & 0x0f ? touch(both.low, now) : both.low, mask & 0xf0 ? touch(both.high, now) : both.high};
    bool isAlike = expected.low == expected.high, isHigh = mask == 0xf0;
    uint64_t next = mask == 0xff ? touchedClose<isWrite>(cell, mask, now) : touchedHalf<isWrite>(cell, isHigh, now);
    bool fits = isNear(expected.low, now) && isNear(expected.high, now);
    if (mask == 0xff && isAlike) fits = true;
    ASSERT_EQ(next != 0, fits) << i;
    if (mask != 0xff && isCloseCell(cell)) {
      ASSERT_EQ(touchedClose<isWrite>(cell, mask, now), next);
      ASSERT_EQ(isHalfNow<isWrite>(cell, isHigh, now), isInClose<isWrite>(cell, mask, now));
    }
    tooOld += !next;
    if (!next) continue;
    ++touched;
    ASSERT_EQ(isCloseCell(next), !isAlike);
    if (isAlike) {
      ++whole;
      ASSERT_EQ(next, expected.low);
    } else {
      ASSERT_EQ(lowLocation(next), expected.low);
      ASSERT_EQ(highLocation(next, 0), expected.high);
      ASSERT_TRUE(isInClose<isWrite>(next, mask, now));
      for (bool each : {false, true}) {
        uint64_t location = each ? expected.high : expected.low;
        ASSERT_EQ(isHalfNow<isWrite>(next, each, now), (isWrite ? writeHalf(location) : readHalf(location)) == now);
        ASSERT_FALSE(isHalfNow<isWrite>(next, each, now + (128u << markBits))); // the last bits are the same then
      }
    }
    // Another thread's, the next one's too, to which it is near as a number.
    for (uint32_t slot : {4u, 2u}) {
      ASSERT_EQ(touchedHalf<isWrite>(cell, isHigh, half(slot, Close::latest)), 0u);
      if (isCloseCell(cell)) ASSERT_EQ(touchedClose<isWrite>(cell, mask, half(slot, Close::latest)), 0u);
    }
  }
  EXPECT_GT(touched, 5000u);
  EXPECT_GT(whole, 100u);
  EXPECT_GT(tooOld, 1000u);
}
TEST_F(Close, ReadsOfHalves) { touchBoth<false>(*this); }
TEST_F(Close, WritesOfHalves) { touchBoth<true>(*this); }

// One location is not taken for a close one's halves when its write is another thread's, or both are.
TEST_F(Close, NotOfOthers) {
  Half own = half(3, 5), other = half(2, clockLimit - 3);
  EXPECT_EQ(touchedHalf<true>(makeCell(other, own), false, half(3, 6)), 0u);
  EXPECT_EQ(touchedHalf<false>(makeCell(other, own), true, half(3, 6)), 0u);
  EXPECT_EQ(touchedHalf<true>(makeCell(0, other), false, half(3, 6)), 0u);
  EXPECT_NE(touchedHalf<true>(makeCell(0, own), false, half(3, 6)), 0u);
  EXPECT_EQ(touchedHalf<true>(virginCell, false, half(3, 6)), 0u);
  EXPECT_EQ(touchedHalf<true>(0, false, half(3, 6)), 0u);
}

} // namespace
