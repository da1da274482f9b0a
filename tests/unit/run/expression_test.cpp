// What a line says is accessed at a column.
#include "run/expression.h"

#include "gtest/gtest.h"

using namespace steward;

namespace {

// The column is that of the mark `@`, which is no part of the line.
std::string at(std::string line) {
  size_t column = line.find('@');
  line.erase(column, 1);
  return expressionAt(line, static_cast<unsigned>(column + 1), false);
}

} // namespace

TEST(Expression, WritesStandBeforeTheirOperator) {
  EXPECT_EQ(at("  account->balance @-= amount;"), "account->balance");
  EXPECT_EQ(at("  counter@++;"), "counter");
  EXPECT_EQ(at("  if (x) table[i].count @= 0;"), "table[i].count");
  EXPECT_EQ(at("  *where @= 1;"), "*where");
  EXPECT_EQ(at("  f(a, b)->x @|= 2;"), "f(a, b)->x");
  EXPECT_EQ(at("  ns::total @+= n;"), "ns::total");
  EXPECT_EQ(at("  @++counter;"), "counter");
}

TEST(Expression, ReadsBeginAtTheirName) {
  EXPECT_EQ(at("  sum += accounts[i]->@balance;"), "accounts[i]->balance");
  EXPECT_EQ(at("  return @total;"), "total");
  EXPECT_EQ(at("  x = @data[i + 1];"), "data[i + 1]");
  EXPECT_EQ(at("  x = @*p;"), "*p");
  EXPECT_EQ(at("  x = this->@size + 1;"), "this->size");
}

TEST(Expression, WhatCannotBeToldIsEmpty) {
  EXPECT_EQ(at("  @memcpy(a, b, n);"), "");
  EXPECT_EQ(at("  @return x;"), "");
  EXPECT_EQ(at("  x = @\"text\";"), "");
  EXPECT_EQ(at("  @)"), "");
  EXPECT_EQ(expressionAt("short", 0, true), "");
  EXPECT_EQ(expressionAt("short", 17, true), "");
  EXPECT_EQ(expressionAt("", 1, true), "");
  EXPECT_EQ(at("] @= 1;"), "");
}

TEST(Expression, LocksAreWhatIsHandedOver) {
  EXPECT_EQ(firstArgumentAt("  pthread_mutex_lock(&account->lock);", 3), "account->lock");
  EXPECT_EQ(firstArgumentAt("  std::lock_guard<std::mutex> guard(lock_);", 31), "lock_");
  EXPECT_EQ(firstArgumentAt("  lock(&table[i].lock, 1);", 3), "table[i].lock");
  EXPECT_EQ(firstArgumentAt("  lock(find(x));", 3), "");
  EXPECT_EQ(firstArgumentAt("  m.lock();", 5), "");
  EXPECT_EQ(firstArgumentAt("  lock(&locks + 1);", 3), "");
  EXPECT_EQ(firstArgumentAt("  lock(", 3), "");
  EXPECT_EQ(firstArgumentAt("", 1), "");
}
