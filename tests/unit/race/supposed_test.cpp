#include "race/supposed.h"

#include <gtest/gtest.h>

#include <set>

namespace steward {
namespace {

// A question holds when all that it leads to do and it is not false by itself.
struct Questions {
  std::map<int, std::vector<int>> needs;
  std::set<int> isFalse;
  Suppositions group;
  Supposed<int> even{group}, odd{group}; // two tables, since answers may rest on each other's

  bool holds(int q) {
    Supposed<int>& table = q % 2 ? odd : even;
    return table.ask(q, [&] {
      bool all = true;
      for (int n : needs[q]) all = holds(n) && all;
      return all && !isFalse.count(q);
    });
  }
};

TEST(Supposed, CircleHoldsWhenNothingSpeaksAgainstIt) {
  Questions q{{{1, {2}}, {2, {3}}, {3, {1}}}, {}, {}};
  EXPECT_TRUE(q.holds(1));
  EXPECT_TRUE(q.holds(2));
}

TEST(Supposed, CircleFallsWithOneOfThem) {
  for (int first : {1, 2, 3}) {
    Questions q{{{1, {2}}, {2, {3}}, {3, {1}}}, {1}, {}};
    q.holds(first);
    for (int n : {1, 2, 3}) EXPECT_FALSE(q.holds(n)) << n << " after " << first;
  }
}

// 2 is found to hold while 1 is supposed; 1 turns out false for another reason.
TEST(Supposed, AnswersThatRestOnARefutedOneAreForgotten) {
  Questions q{{{1, {2, 4}}, {2, {1}}}, {4}, {}};
  EXPECT_FALSE(q.holds(1));
  EXPECT_FALSE(q.holds(2));
}

TEST(Supposed, OthersKeepTheirAnswers) {
  Questions q{{{1, {2, 4}}, {2, {1}}, {5, {6}}, {6, {5}}}, {4}, {}};
  EXPECT_TRUE(q.holds(5));
  EXPECT_FALSE(q.holds(1));
  EXPECT_TRUE(q.holds(6));
}

} // namespace
} // namespace steward
