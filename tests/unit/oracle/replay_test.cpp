// The replayer, on logs of a few events: one for each thing that can be wrong, and its relative that is right.
#include "oracle/replay.h"

#include "gtest/gtest.h"

using namespace steward::oracle;

namespace {

constexpr uint64_t x = 0x1000, y = 0x1008, lock = 0x2000, flag = 0x3000;

TraceEvent event(TraceKind kind, uint32_t thread, uint64_t at = 0, uint64_t bytes = 0, uint8_t flags = 0,
                 uint64_t site = 0) {
  return {kind, flags, 0, thread, at, bytes, site};
}
TraceEvent read(uint32_t thread, uint64_t at, uint64_t bytes = 4) {
  return event(TraceKind::Access, thread, at, bytes, 0);
}
TraceEvent write(uint32_t thread, uint64_t at, uint64_t bytes = 4) {
  return event(TraceKind::Access, thread, at, bytes, 1);
}
TraceEvent checkRead(uint32_t thread, uint64_t at, uint64_t bytes = 4) {
  return event(TraceKind::Check, thread, at, bytes, 0);
}
TraceEvent checkWrite(uint32_t thread, uint64_t at, uint64_t bytes = 4) {
  return event(TraceKind::Check, thread, at, bytes, 1);
}
TraceEvent acquire(uint32_t thread) { return event(TraceKind::Acquire, thread, lock); }
TraceEvent release(uint32_t thread) { return event(TraceKind::Release, thread, lock); }
TraceEvent conflict(uint32_t thread, uint32_t other, uint64_t at, uint64_t bytes = 4) {
  return event(TraceKind::Conflict, thread, at, bytes, 0, other);
}
TraceEvent atomic(TraceKind kind, uint32_t thread, int order) { return event(kind, thread, flag, 4, uint8_t(order)); }
TraceEvent fence(uint32_t thread, int order) { return event(TraceKind::Fence, thread, 0, 0, uint8_t(order)); }
TraceEvent end(uint32_t thread) { return event(TraceKind::End, thread); }

std::vector<std::string> wrong(std::vector<TraceEvent> events) {
  Log log;
  log.events = std::move(events);
  Verdict verdict = replay(log);
  std::vector<std::string> starts;
  for (const std::string& violation : verdict.violations) starts.push_back(violation.substr(0, violation.find(" by ")));
  return starts;
}
using Lines = std::vector<std::string>;
void add(std::vector<TraceEvent>& to, const std::vector<TraceEvent>& more) {
  to.insert(to.end(), more.begin(), more.end());
}

} // namespace

TEST(Covered, ByACheckBeforeWithNoReleaseInBetween) {
  EXPECT_EQ(wrong({checkRead(1, x), acquire(1), read(1, x), end(1)}),
            (Lines{"not legitimate: check of a read of 4 bytes at 0x1000"}));
  EXPECT_EQ(wrong({read(1, x), checkRead(1, x), acquire(1), read(1, x), end(1)}), Lines{});
  EXPECT_EQ(wrong({read(1, x), checkRead(1, x), release(1), read(1, x), end(1)}),
            (Lines{"not covered: read of 4 bytes at 0x1000"}));
}

TEST(Covered, ByACheckAfterWithNoAcquireInBetween) {
  EXPECT_EQ(wrong({read(1, x), release(1), read(1, x), checkRead(1, x), end(1)}), Lines{});
  EXPECT_EQ(wrong({read(1, x), acquire(1), read(1, x), checkRead(1, x), end(1)}),
            (Lines{"not covered: read of 4 bytes at 0x1000"}));
}

TEST(Covered, AWriteByACheckOfAWriteOnly) {
  EXPECT_EQ(wrong({write(1, x), checkRead(1, x), end(1)}), (Lines{"not covered: write of 4 bytes at 0x1000"}));
  EXPECT_EQ(wrong({read(1, x), write(1, x), checkWrite(1, x), end(1)}), Lines{});
}

TEST(Covered, ByteByByteAndBySameThread) {
  EXPECT_EQ(wrong({read(1, x, 8), checkRead(1, x, 4), end(1)}), (Lines{"not covered: read of 4 bytes at 0x1004"}));
  EXPECT_EQ(wrong({read(1, x), read(2, x), checkRead(2, x), end(2), end(1)}),
            (Lines{"not covered: read of 4 bytes at 0x1000"}));
}

TEST(Legitimate, ForAnAccessOfItsSpan) {
  EXPECT_EQ(wrong({checkRead(1, x), release(1), read(1, x), checkRead(1, x), end(1)}), Lines{});
  EXPECT_EQ(wrong({read(1, x), checkRead(1, x), release(1), checkRead(1, x), end(1)}),
            (Lines{"not legitimate: check of a read of 4 bytes at 0x1000"}));
  EXPECT_EQ(wrong({read(1, x), checkWrite(1, x), end(1)}),
            (Lines{"not legitimate: check of a write of 4 bytes at 0x1000"}));
  EXPECT_EQ(wrong({write(1, x), checkWrite(1, x), checkRead(1, x), end(1)}), Lines{});
}

TEST(Legitimate, MemoryThatIsSomeoneElsesIsNot) {
  EXPECT_EQ(wrong({read(1, x), checkRead(1, x), event(TraceKind::Forget, 0, x, 8), checkRead(1, x), end(1)}),
            (Lines{"not legitimate: check of a read of 4 bytes at 0x1000"}));
}

TEST(Races, AreThoseOfTheAccesses) {
  auto part = [](uint32_t thread) { return std::vector{checkWrite(thread, x), write(thread, x)}; };
  std::vector<TraceEvent> racy = part(1), ordered = part(1);
  add(racy, part(2));
  ordered.push_back(release(1)), ordered.push_back(acquire(2));
  add(ordered, part(2));
  EXPECT_EQ(wrong(racy), (Lines{"missed: race of 1 bytes at 0x1000", "missed: race of 1 bytes at 0x1001",
                                "missed: race of 1 bytes at 0x1002", "missed: race of 1 bytes at 0x1003"}));
  EXPECT_EQ(wrong(ordered), Lines{});
  racy.push_back(conflict(2, 1, x));
  EXPECT_EQ(wrong(racy), Lines{});
  ordered.push_back(conflict(2, 1, x));
  EXPECT_EQ(wrong(ordered), (Lines{"false alarm: race of 4 bytes at 0x1000"}));
}

TEST(Races, AreBetweenTheThreadsThatAreNamed) {
  std::vector<TraceEvent> events{write(1, x), checkWrite(1, x), write(2, x), checkWrite(2, x), conflict(2, 3, x)};
  EXPECT_EQ(wrong(events), (Lines{"false alarm: race of 4 bytes at 0x1000"}));
}

TEST(Races, NotOfReadsNorOfAtomics) {
  EXPECT_EQ(wrong({read(1, x), checkRead(1, x), read(2, x), checkRead(2, x)}), Lines{});
  EXPECT_EQ(wrong({atomic(TraceKind::AtomicStore, 1, __ATOMIC_RELAXED),
                   atomic(TraceKind::AtomicModify, 2, __ATOMIC_RELAXED)}),
            Lines{});
  EXPECT_EQ(wrong({atomic(TraceKind::AtomicStore, 1, __ATOMIC_RELEASE), read(2, flag, 1), checkRead(2, flag, 1)}),
            (Lines{"missed: race of 1 bytes at 0x3000"}));
}

TEST(Races, EndWithTheMemory) {
  EXPECT_EQ(wrong({write(1, x), checkWrite(1, x), event(TraceKind::Forget, 0, x, 8), write(2, x), checkWrite(2, x)}),
            Lines{});
}

// Whether a write by 1 is before a read by 2, with these events in between.
static bool isOrdered(std::vector<TraceEvent> between) {
  std::vector<TraceEvent> events{write(1, y), checkWrite(1, y)};
  add(events, between);
  events.push_back(read(2, y));
  events.push_back(checkRead(2, y));
  return wrong(events).empty();
}

TEST(Order, OfThreads) {
  EXPECT_FALSE(isOrdered({}));
  EXPECT_TRUE(isOrdered({event(TraceKind::Fork, 1, 2), event(TraceKind::Begin, 2)}));
  EXPECT_TRUE(isOrdered({end(1), event(TraceKind::Join, 2, 1)}));
  EXPECT_FALSE(isOrdered({acquire(2), release(1)}));
}

TEST(Order, OfAtomicsAndFences) {
  using enum TraceKind;
  auto store = [](int order) { return atomic(AtomicStore, 1, order); };
  auto load = [](int order) { return atomic(AtomicLoad, 2, order); };
  EXPECT_TRUE(isOrdered({store(__ATOMIC_RELEASE), load(__ATOMIC_ACQUIRE)}));
  EXPECT_FALSE(isOrdered({store(__ATOMIC_RELAXED), load(__ATOMIC_ACQUIRE)}));
  EXPECT_FALSE(isOrdered({store(__ATOMIC_RELEASE), load(__ATOMIC_RELAXED)}));
  EXPECT_TRUE(isOrdered({store(__ATOMIC_RELEASE), load(__ATOMIC_RELAXED), fence(2, __ATOMIC_ACQUIRE)}));
  EXPECT_TRUE(isOrdered({fence(1, __ATOMIC_RELEASE), store(__ATOMIC_RELAXED), load(__ATOMIC_SEQ_CST)}));
  EXPECT_FALSE(isOrdered({store(__ATOMIC_RELAXED), fence(1, __ATOMIC_RELEASE), load(__ATOMIC_SEQ_CST)}));
  // A release sequence goes on with read-modify-writes of any thread, and ends with a store.
  EXPECT_TRUE(isOrdered({store(__ATOMIC_RELEASE), atomic(AtomicModify, 3, __ATOMIC_RELAXED), load(__ATOMIC_ACQUIRE)}));
  EXPECT_FALSE(isOrdered({store(__ATOMIC_RELEASE), atomic(AtomicStore, 3, __ATOMIC_RELAXED), load(__ATOMIC_ACQUIRE)}));
  EXPECT_FALSE(isOrdered({store(__ATOMIC_RELEASE), event(Drop, 0, flag, 1), load(__ATOMIC_ACQUIRE)}));
}

TEST(Log, IsReadOrRefused) {
  EXPECT_EQ(readLog("something else").error, "not a trace of Steward, or one of another version");
  std::string bytes(steward::runtime::traceMagic, sizeof steward::runtime::traceMagic);
  auto append = [&](const TraceEvent& one) { bytes.append(reinterpret_cast<const char*>(&one), sizeof one); };
  append(event(TraceKind::Site, 0, 0x77, 7));
  bytes += std::string("a.c:3:1") + std::string(25, '\0');
  append(read(1, x));
  Log log = readLog(bytes);
  EXPECT_EQ(log.error, "");
  EXPECT_EQ(log.sites[0x77], "a.c:3:1");
  ASSERT_EQ(log.events.size(), 1u);
  EXPECT_EQ(log.events[0].at, x);
  EXPECT_EQ(readLog(bytes + "x").error, "ends in the middle of an event");
}
