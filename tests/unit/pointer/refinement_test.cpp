// Which concrete objects an address may be in, with calls and returns matched.
#include "analysed.h"
#include "pointer/refinement.h"

using namespace steward;

namespace {

// Two lists that one function fills, a helper that finds their first items, one that allocates at the bottom of some
// calls, a recursion, a copy of memory, and a function that is called through a pointer.
constexpr const char* lists = R"(
type item = struct 16 { next : pointer @0, value : long @8 }
type list = struct 8 { head : pointer @0 }
global @odd : list
global @even : list
function @main() {
  call @add(&odd)
  call @add(&even)
  call @add(&even)
  %first = call @get(&odd)
  %second = call @get(&even)
  %one = call @outer()
  %two = call @outer()
  %same = call @down(&odd)
  %f = copy &down
  %indirect = call_indirect %f(&even)
  %copy = allocate stack 8
  memory_copy %copy, &odd, 8
  %copied = call @get(%copy)
  %t = allocate stack 8
  %s = call @pthread_create(%t, null, &run, %first)
  return
}
function @add(%l) {
  %new = call @malloc(16)
  %head = load %l
  store %new, %head
  store %l, %new
  return
}
function @get(%l) {
  %found = load %l
  return %found
}
function @outer() {
  %made = call @inner()
  return %made
}
function @inner() {
  %fresh = call @malloc(24)
  %unused = load %fresh
  return %fresh
}
function @down(%p) {
b0:
  branch 1 -> b1, b2
b1:
  %q = call @down(%p)
  return %q
b2:
  return %p
}
function @run(%given) {
  %next = load %given
  return
})";

bool isNever(ObjectId) { return false; }

class Refined {
public:
  explicit Refined(const Analysed& a) : a(a), refinement(a.pointers, isNever) {}

  RootsId roots(llvm::StringRef function, llvm::StringRef value, llvm::StringRef object) {
    return refinement.roots(a.instances(function).front(), a.local(function, value), a.objectsNamed(object).front());
  }
  bool isEmpty(RootsId roots) { return !refinement.mayMeet(roots, Refinement::anything()); }

  const Analysed& a;
  Refinement refinement;
};

} // namespace

TEST(Refinement, ListsFilledByOneFunctionHaveItemsOfTheirOwn) {
  Analysed a(lists);
  Refined r(a);
  RootsId odd = r.roots("main", "first", "add.new"), even = r.roots("main", "second", "add.new");
  EXPECT_FALSE(r.isEmpty(odd));
  EXPECT_FALSE(r.isEmpty(even));
  EXPECT_FALSE(r.refinement.mayMeet(odd, even));
  EXPECT_TRUE(r.refinement.mayMeet(even, even)) << "two items of one list";
  RootsId given = r.roots("run", "given", "add.new");
  EXPECT_TRUE(r.refinement.mayMeet(given, odd)) << "what a thread is handed";
  EXPECT_FALSE(r.refinement.mayMeet(given, even));
  EXPECT_TRUE(r.refinement.mayMeet(r.roots("main", "copied", "add.new"), odd)) << "through a copy of the list";
}

TEST(Refinement, WhatTheSameThreadAllocatedIsItsOwn) {
  Analysed a(lists);
  Refined r(a);
  RootsId own = r.roots("add", "new", "add.new");
  EXPECT_FALSE(r.refinement.mayMeet(own, own)) << "two threads never allocate the same";
  EXPECT_TRUE(r.refinement.mayMeet(own, r.roots("run", "given", "add.new"))) << "but one may hand it to the other";
}

TEST(Refinement, RecursionEndsAndKeepsWhatIsHandedDown) {
  Analysed a(lists);
  Refined r(a);
  EXPECT_FALSE(r.isEmpty(r.roots("main", "same", "odd")));
  EXPECT_FALSE(r.isEmpty(r.roots("main", "indirect", "even")));
}

// When no calls are kept, a search takes every way that the solution of the whole program took.
TEST(Refinement, WithoutCallsNothingIsLost) {
  for (llvm::StringRef context : {"none", "origin:1", "callsite:1", "object:1"}) {
    Analysed a(lists, context);
    Refinement refinement(a.pointers, isNever, 1, 0);
    size_t asked = 0;
    for (uint32_t n = 0; n < a.pointers.instances().size(); ++n) {
      const Function& f = a.pointers.functionOf(InstanceId(n));
      for (uint32_t k = 0; k < f.localCount; ++k) {
        ValueId value = ValueId::local(LocalId(k));
        for (LocationId place : a.pointers.pointsTo(InstanceId(n), value)) {
          ObjectId object = a.pointers.objects().whole(a.pointers.objects()[place].object);
          RootsId roots = refinement.roots(InstanceId(n), value, object);
          EXPECT_TRUE(refinement.mayMeet(roots, Refinement::anything()))
              << context.str() << ": %" << k << " of " << a.program.text(f.name).str() << " in " << a.nameOf(object);
          ++asked;
        }
      }
    }
    EXPECT_GT(asked, 20u);
  }
}
