// Stacks as calls in stacks: what is told apart, and what is not any more once there are many.
#include "runtime/call_tree.h"

#include <gtest/gtest.h>

#include <vector>

using namespace steward::runtime;

namespace {

struct CallTree : testing::Test {
  static void SetUpTestSuite() { initializeCalls(); }

  static std::vector<uintptr_t> calls(StackId stack, unsigned limit = 64) {
    std::vector<uintptr_t> found(limit);
    found.resize(callsOf(stack, found.data(), limit));
    return found;
  }
};

TEST_F(CallTree, ACallIsNamedByItsCallerAndPlace) {
  StackId outer = stackOfCall(0, 0x1000), inner = stackOfCall(outer, 0x2000);
  EXPECT_EQ(stackOfCall(0, 0x1000), outer);
  EXPECT_EQ(stackOfCall(outer, 0x2000), inner);
  EXPECT_NE(stackOfCall(outer, 0x2001), inner);
  EXPECT_NE(stackOfCall(stackOfCall(0, 0x1001), 0x2000), inner);
  EXPECT_NE(stackOfCall(inner, 0x2000), inner);
  EXPECT_EQ(calls(inner), (std::vector<uintptr_t>{0x2000, 0x1000}));
  EXPECT_EQ(calls(inner, 1), (std::vector<uintptr_t>{0x2000}));
  EXPECT_TRUE(calls(0).empty());
  EXPECT_TRUE(calls(stackLimit).empty());
}

TEST_F(CallTree, RecursionIsLookedForAmongTheInnermost) {
  StackId stack = stackOfCall(0, 0x5000);
  for (uintptr_t place : {0x5001, 0x5002, 0x5003}) {
    stack = stackOfCall(stack, place);
    EXPECT_FALSE(hasRecursion(stack));
  }
  stack = stackOfCall(stack, 0x5002);
  EXPECT_TRUE(hasRecursion(stack));
  uintptr_t place = 0x5004;
  while (hasRecursion(stack)) stack = stackOfCall(stack, place++);
  EXPECT_EQ(calls(stack, 9).back(), 0x5003u); // 0x5002 twice is further out
  EXPECT_FALSE(hasRecursion(0));
}

// Every way through a recursion over a tree, until they are too many.
TEST_F(CallTree, RecursionIsTakenForAnEarlierCallWhenThereAreMany) {
  static constexpr uintptr_t root = 0x10'0000, left = 0x20'0000, right = 0x30'0000;
  std::vector<StackId> stacks{stackOfCall(0, root)};
  for (size_t i = 0; stacks.size() < 3 * size_t(stacksToldApart); ++i)
    for (uintptr_t place : {left, right}) stacks.push_back(stackOfCall(stacks[i], place));
  // Level by level, the one with the number i + 1 (from 1) is the call of the one with half of it.
  auto way = [](size_t number) {
    std::vector<uintptr_t> places;
    for (; number > 1; number /= 2) places.push_back(number % 2 ? right : left);
    places.push_back(root);
    return places;
  };
  for (size_t i : {size_t(0), size_t(5), size_t(1000), size_t(stacksToldApart / 2)})
    EXPECT_EQ(calls(stacks[i]), way(i + 1)) << i;
  StackId last = stacks.back();
  EXPECT_EQ(calls(last).front(), right);
  EXPECT_EQ(calls(last).back(), root);
  EXPECT_LT(calls(last).size(), way(stacks.size()).size());
  StackId deepest = stacks[stacksToldApart - 100]; // among the last that were told apart
  EXPECT_EQ(calls(deepest), way(stacksToldApart - 99));
  EXPECT_EQ(stackOfCall(deepest, calls(deepest).front()), deepest);
  // What does not recurse is still told apart.
  StackId other = stackOfCall(last, 0x40'0000);
  EXPECT_NE(other, last);
  EXPECT_EQ(stackOfCall(last, 0x40'0000), other);
  EXPECT_EQ(calls(other).front(), 0x40'0000u);
}

} // namespace
