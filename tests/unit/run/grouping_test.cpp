// Races of a run that are one to a person.
#include "run/describe.h"

#include "gtest/gtest.h"

using namespace steward;

namespace {

RaceAccess access(unsigned line, AccessKind kind, std::string origin) {
  RaceAccess a;
  a.at = {"a.c", line, 1};
  a.kind = kind;
  a.origin = std::move(origin);
  return a;
}

Race race(std::string object, unsigned first, unsigned second, std::string origin = "thread T2") {
  Race r;
  r.object.name = std::move(object);
  r.object.what = "global variable";
  r.accesses[0] = access(first, AccessKind::Write, std::move(origin));
  r.accesses[1] = access(second, AccessKind::Read, "main");
  return r;
}

} // namespace

TEST(Grouping, TheSameTwoPlacesAreOneWhoeverItIs) {
  auto races = groupRaces({race("x", 1, 2, "thread T3"), race("x", 1, 2, "thread T2"), race("x", 1, 2, "thread T2")});
  ASSERT_EQ(races.size(), 1u);
  EXPECT_EQ(races[0].accesses[0].origin, "thread T2");
  EXPECT_TRUE(races[0].more.empty());
}

TEST(Grouping, OtherPlacesOfTheSameMemoryAreMore) {
  auto races = groupRaces({race("x", 1, 2), race("x", 1, 3), race("x", 4, 3)});
  ASSERT_EQ(races.size(), 1u);
  ASSERT_EQ(races[0].more.size(), 2u);
  EXPECT_EQ(races[0].more[0].at.line, 3u);
  EXPECT_EQ(races[0].more[1].at.line, 4u);
}

TEST(Grouping, OtherMemoryIsAnotherRace) {
  EXPECT_EQ(groupRaces({race("x", 1, 2), race("y", 1, 2)}).size(), 2u);
  // Two pairs that share no access: two members of an object that is only known by its kind.
  Race a = race("p->a", 1, 2), b = race("p->b", 3, 4);
  a.object.what = b.object.what = "heap object";
  EXPECT_EQ(groupRaces({a, b}).size(), 2u);
}

TEST(Grouping, APairThatJoinsTwoGroupsMakesThemOne) {
  auto races = groupRaces({race("x", 1, 2), race("x", 3, 4), race("x", 3, 2)});
  ASSERT_EQ(races.size(), 1u);
  EXPECT_EQ(races[0].more.size(), 2u);
}

TEST(Grouping, DoesNotDependOnTheOrder) {
  std::vector<Race> all{race("x", 1, 2), race("x", 3, 4), race("x", 3, 2), race("y", 9, 8),
                        race("x", 1, 2, "thread T9")};
  auto one = groupRaces(all);
  std::reverse(all.begin(), all.end());
  auto other = groupRaces(all);
  ASSERT_EQ(one.size(), other.size());
  for (size_t n = 0; n < one.size(); ++n) {
    EXPECT_EQ(one[n].accesses[0].at, other[n].accesses[0].at);
    EXPECT_EQ(one[n].accesses[0].origin, other[n].accesses[0].origin);
    EXPECT_EQ(one[n].more.size(), other[n].more.size());
  }
}

TEST(Grouping, ALockIsCountedOverAllAccesses) {
  Race a = race("x", 1, 2);
  a.accesses[0].locks = {"m"};
  auto races = groupRaces({a, race("x", 5, 2)});
  ASSERT_EQ(races.size(), 1u);
  ASSERT_EQ(races[0].lockUses.size(), 1u);
  EXPECT_EQ(races[0].lockUses[0].held, 1u);
  EXPECT_EQ(races[0].lockUses[0].of, 3u);
}
