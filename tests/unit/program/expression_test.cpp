// Places and values as a person would write them.
#include "program/expression.h"
#include "program/parse.h"

#include "gtest/gtest.h"

using namespace steward;

namespace {

// What the last access of a body accesses.
std::string place(const std::string& body) {
  auto program = parseProgram(R"(
type conn = struct 24 { state : int @0, peer : pointer @8, counts : counts @16 }
type counts = struct 8 { in : int @0, out : int @4 }
type table = array 96 of conn count 4
global @total : int
global @stats : counts
global @table : table
function @peer_of(1)
function @f(%conn, %i) {
)" + body + " return\n}\n",
                              "test");
  if (!program) return llvm::toString(program.takeError());
  const Function& f = program->functions[FunctionId(1)];
  std::string text;
  for (const Instruction& i : program->instructions)
    if (i.opcode == Opcode::Load || i.opcode == Opcode::Store)
      text = ExpressionNames(*program).place(f, program->operandsOf(i)[0], static_cast<uint64_t>(i.immediate));
  return text;
}

} // namespace

TEST(ExpressionNames, Variables) {
  EXPECT_EQ(place("store &total, 1, 4\n"), "total");
  EXPECT_EQ(place("store &stats+4, 1, 4\n"), "stats.out");
  EXPECT_EQ(place("%local = allocate stack 24 of conn\n %s = field %local, 0 of conn\n store %s, 1, 4\n"),
            "local.state");
}

TEST(ExpressionNames, ThroughPointers) {
  EXPECT_EQ(place("store %conn, 1, 4\n"), "*conn");
  EXPECT_EQ(place("%2 = field %conn, 0 of conn\n store %2, 1, 4\n"), "conn->state");
  EXPECT_EQ(place("%2 = field %conn, 20 of conn\n store %2, 1, 4\n"), "conn->counts.out");
  EXPECT_EQ(place("%2 = field %conn, 8 of conn\n %3 = load %2\n %4 = field %3, 0 of conn\n store %4, 1, 4\n"),
            "conn->peer->state");
  EXPECT_EQ(place("%2 = call @peer_of(%conn)\n %3 = field %2, 0 of conn\n store %3, 1, 4\n"), "peer_of(…)->state");
}

TEST(ExpressionNames, Elements) {
  EXPECT_EQ(place("%2 = index &table, %i, 24 of conn\n %3 = field %2, 0 of conn\n store %3, 1, 4\n"), "table[i].state");
  EXPECT_EQ(place("%2 = index %conn, 3, 24 of conn\n store %2, 1, 24\n"), "conn[3]");
}

TEST(ExpressionNames, WhatHasNoName) {
  EXPECT_EQ(place("%2 = select 1, %conn, %conn\n store %2, 1, 4\n"), "");
  EXPECT_EQ(place("store null, 1, 4\n"), "*0");
}
