// What a branch says about the result of a call.
#include "analysed.h"

#include "order/results.h"

using namespace steward;

namespace {

enum Answer { Yes, No, Either };

// With %r the call's result and %c the branch's condition: whether %r is as `when` asks, where %c is true or false.
Answer implied(const std::string& body, bool truth, When when) {
  Program program = readProgramText("function @try() : int\nfunction @f(%other) {\n %r = call @try()\n" + body +
                                    " branch %c -> yes, no\nyes:\n return\nno:\n return\n}\n");
  const Function& f = program.functions[FunctionId(1)];
  auto local = [&](llvm::StringRef name) {
    for (uint32_t k = 0; k < f.localCount; ++k)
      if (program.text(program.local(f, LocalId(k)).name) == name) return LocalId(k);
    return LocalId();
  };
  auto answer = impliedResult(program, f, ValueId::local(local("c")), truth, local("r"), when);
  return !answer ? Either : *answer ? Yes : No;
}

std::string compare(const std::string& what) { return " %c = compare " + what + "\n"; }

} // namespace

TEST(ImpliedResult, Comparisons) {
  EXPECT_EQ(implied(compare("equal %r, 0"), true, When::Zero), Yes);
  EXPECT_EQ(implied(compare("equal %r, 0"), false, When::Zero), No);
  EXPECT_EQ(implied(compare("not_equal %r, 0"), true, When::Zero), No);
  EXPECT_EQ(implied(compare("equal %r, 16"), true, When::Zero), No) << "EBUSY";
  EXPECT_EQ(implied(compare("equal %r, 16"), false, When::Zero), Either);
  EXPECT_EQ(implied(compare("equal %r, null"), true, When::NonZero), No);
  EXPECT_EQ(implied(compare("equal %r, 0"), true, When::Always), Yes);
}

TEST(ImpliedResult, Signs) {
  EXPECT_EQ(implied(compare("less %r, 0"), true, When::NotNegative), No);
  EXPECT_EQ(implied(compare("less %r, 0"), false, When::NotNegative), Yes);
  EXPECT_EQ(implied(compare("less %r, 1"), false, When::Positive), Yes);
  EXPECT_EQ(implied(compare("less %r, 1"), true, When::Positive), No);
  EXPECT_EQ(implied(compare("less %r, 2"), true, When::Positive), Either);
  EXPECT_EQ(implied(compare("less_equal %r, 0"), true, When::Positive), No);
  EXPECT_EQ(implied(compare("greater %r, -1"), true, When::NotNegative), Yes);
  EXPECT_EQ(implied(compare("greater %r, -2"), true, When::NotNegative), Either);
  EXPECT_EQ(implied(compare("greater_equal %r, 1"), true, When::NonZero), Yes);
  EXPECT_EQ(implied(compare("other %r, 0"), true, When::Zero), Either);
}

TEST(ImpliedResult, TheResultItself) {
  EXPECT_EQ(implied(" %c = copy %r\n", true, When::NonZero), Yes);
  EXPECT_EQ(implied(" %c = copy %r\n", false, When::Zero), Yes);
  EXPECT_EQ(implied(" %c = binary xor %r, 1\n", true, When::Zero), Either) << "true for EBUSY as well";
}

TEST(ImpliedResult, ThroughConversionsAndTruthValues) {
  EXPECT_EQ(implied(" %wide = copy %r\n" + compare("equal %wide, 0"), true, When::Zero), Yes);
  const char* isZero = " %z = compare equal %r, 0\n %b = copy %z\n";
  EXPECT_EQ(implied(isZero + compare("not_equal %b, 0"), true, When::Zero), Yes);
  EXPECT_EQ(implied(isZero + compare("equal %b, 0"), true, When::Zero), No);
  EXPECT_EQ(implied(isZero + compare("equal %b, 1"), true, When::Zero), Yes);
}

TEST(ImpliedResult, Conjunctions) {
  const std::string both = " %z = compare equal %r, 0\n %c = binary and %other, %z\n";
  EXPECT_EQ(implied(both, true, When::Zero), Yes);
  EXPECT_EQ(implied(both, false, When::Zero), Either) << "the other may have been false";
  const std::string chosen = " %z = compare equal %r, 0\n %c = select %other, %z, 0\n";
  EXPECT_EQ(implied(chosen, true, When::Zero), Yes);
  EXPECT_EQ(implied(chosen, false, When::Zero), Either);
  const std::string either = " %z = compare equal %r, 0\n %c = select %other, 1, %z\n";
  EXPECT_EQ(implied(either, false, When::Zero), No);
  EXPECT_EQ(implied(either, true, When::Zero), Either);
}

TEST(ImpliedResult, ShortCircuitsThroughBlocks) {
  const std::string both = R"( %z = compare equal %r, 0
 branch %z -> more, out
more:
 jump -> out
out:
 %c = phi b0: 0, more: %z
)";
  EXPECT_EQ(implied(both, true, When::Zero), Yes);
  EXPECT_EQ(implied(both, false, When::Zero), Either);
}

TEST(ImpliedResult, OtherValuesSayNothing) {
  EXPECT_EQ(implied(compare("equal %other, 0"), true, When::Zero), Either);
  EXPECT_EQ(implied(compare("equal %r, %other"), true, When::Zero), Either);
}

TEST(KnownNumber, WhatAFunctionAlwaysReturns) {
  Program program = readProgramText(R"(
function @active() : int {
  return 1
}
function @either(%x) : int {
  branch %x -> a, b
a:
  return 1
b:
  return 0
}
function @f() {
  %a = call @active()
  %yes = compare not_equal %a, 0
  %b = call @either(%a)
  return
})");
  const Function& f = program.functions[FunctionId(2)];
  EXPECT_EQ(knownNumber(program, f, ValueId::local(LocalId(0))), 1);
  EXPECT_EQ(knownNumber(program, f, ValueId::local(LocalId(1))), 1);
  EXPECT_EQ(knownNumber(program, f, ValueId::local(LocalId(2))), std::nullopt);
}
