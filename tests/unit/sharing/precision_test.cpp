// What dereferences and calls see, counted per instance and per instruction.
#include "analysed.h"

#include "sharing/precision.h"

#include "llvm/Support/FormatVariadic.h"

using namespace steward;

namespace {

class Measured : public Analysed {
public:
  explicit Measured(const std::string& text, llvm::StringRef context)
      : Analysed(text, context), reach(pointers), origins(pointers, reach), sharing(pointers, reach, origins) {}

  const Reach reach;
  const Origins origins;
  const Sharing sharing;
};

// Everything at once, so that a failure shows what was counted.
std::string inWords(const Distribution& d) {
  return llvm::formatv("{0} sites, mean {1:f2}, p90 {2}, max {3}, {4} empty", d.sites, d.mean, d.p90, d.max, d.empty);
}

// Two variables by way of one function: two dereferences of one object each, or one of two.
const char* const setter = R"(
global @a : long
global @b : long
function @main() {
  call @set(&a)
  call @set(&b)
  return
}
function @set(%p) {
  store %p, 1
  return
})";

} // namespace

TEST(Precision, ContextsSplitASiteIntoInstances) {
  Measured none(setter, "none");
  EXPECT_EQ(inWords(dereferences(none.pointers).perInstance), "1 sites, mean 2.00, p90 2, max 2, 0 empty");
  EXPECT_EQ(inWords(dereferences(none.pointers).perInstruction), "1 sites, mean 2.00, p90 2, max 2, 0 empty");
  Measured calls(setter, "callsite:1");
  EXPECT_EQ(inWords(dereferences(calls.pointers).perInstance), "2 sites, mean 1.00, p90 1, max 1, 0 empty");
  EXPECT_EQ(inWords(dereferences(calls.pointers).perInstruction), "1 sites, mean 2.00, p90 2, max 2, 0 empty")
      << "the same instruction, in all contexts together";
}

TEST(Precision, CopiesOfAnAllocationAreOneForAnInstruction) {
  Measured m(R"(
function @main() {
  %x = call @make()
  %y = call @make()
  %either = select 1, %x, %y
  store %either, 1
  return
}
function @make() {
  %new = call @malloc(8)
  return %new
})",
             "callsite:1");
  EXPECT_EQ(inWords(dereferences(m.pointers).perInstance), "1 sites, mean 2.00, p90 2, max 2, 0 empty");
  EXPECT_EQ(inWords(dereferences(m.pointers).perInstruction), "1 sites, mean 1.00, p90 1, max 1, 0 empty");
}

TEST(Precision, PlacesOfAnObjectAreOneObject) {
  Measured m(R"(
type pair = struct 16 { first : long @0, second : long @8 }
global @both : pair
function @main() {
  %first = field &both, 0 of pair
  %second = field &both, 8 of pair
  %either = select 1, %first, %second
  store %either, 1
  return
})",
             "none");
  EXPECT_EQ(inWords(dereferences(m.pointers).perInstance), "1 sites, mean 1.00, p90 1, max 1, 0 empty");
}

TEST(Precision, WhatSeesNothingDoesNotCountAsPrecise) {
  Measured m(R"(
global @a : long
function @main() {
  store null, 1
  store &a, 1
  return
})",
             "none");
  EXPECT_EQ(inWords(dereferences(m.pointers).perInstance), "1 sites, mean 1.00, p90 1, max 1, 1 empty");
}

TEST(Precision, AModelledCallIsOneSiteForEachPointer) {
  Measured m(R"(
global @a : long
global @b : long
function @main() {
  call @memcpy(&a, &b, 8)
  call @memcpy(&a, &a, 8)
  return
})",
             "none");
  EXPECT_EQ(dereferences(m.pointers).perInstance.sites, 3u);
}

// Nine sites of ten see one object: that is the 90th percentile, and the tenth only shows in the maximum.
TEST(Precision, NinetiethPercentile) {
  auto stores = [](unsigned direct) {
    std::string text = "global @a : long\nglobal @b : long\nfunction @main() {\n  %either = select 1, &a, &b\n";
    for (unsigned n = 0; n < direct; ++n) text += "  store &a, 1\n";
    return text + "  store %either, 1\n  return\n}";
  };
  EXPECT_EQ(inWords(dereferences(Measured(stores(9), "none").pointers).perInstance),
            "10 sites, mean 1.10, p90 1, max 2, 0 empty");
  EXPECT_EQ(inWords(dereferences(Measured(stores(8), "none").pointers).perInstance),
            "9 sites, mean 1.11, p90 2, max 2, 0 empty");
}

TEST(Precision, SharedAccessesOnly) {
  Measured m(R"(
global @handle : long
global @shared : long
global @mine : long
function @main() {
  call @pthread_create(&handle, null, &worker, null)
  store &mine, 1
  store &shared, 1
  return
}
function @worker(%argument) {
  %either = select 1, &shared, %argument
  %own = allocate stack 8
  %one = select 1, %either, %own
  store %one, 1
  return
})",
             "origin:1");
  EXPECT_EQ(inWords(sharedDereferences(m.pointers, m.sharing).perInstance), "2 sites, mean 1.50, p90 2, max 2, 0 empty")
      << "the private object that such an access may be to counts as well";
  EXPECT_EQ(sharedAllocations(m.pointers, m.sharing), 1u);
}

TEST(Precision, TargetsOfIndirectCalls) {
  const char* text = R"(
function @f() {
  return
}
function @g() {
  return
}
function @main() {
  call @run(&f)
  call @run(&g)
  call @run(&malloc)
  call_indirect null()
  return
}
function @run(%what) {
  call_indirect %what()
  return
})";
  EXPECT_EQ(inWords(indirectCalls(Measured(text, "none").pointers).perInstance),
            "1 sites, mean 3.00, p90 3, max 3, 1 empty");
  Measured calls(text, "callsite:1");
  EXPECT_EQ(inWords(indirectCalls(calls.pointers).perInstance), "3 sites, mean 1.00, p90 1, max 1, 1 empty");
  EXPECT_EQ(inWords(indirectCalls(calls.pointers).perInstruction), "1 sites, mean 3.00, p90 3, max 3, 1 empty");
}
