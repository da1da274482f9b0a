// What pointers point to inside one function: addresses, members, elements, copies of memory.
#include "analysed.h"

using namespace steward;

namespace {

constexpr const char* types = R"(
type node = struct 24 { next : pointer @0, data : pointer @8, length : long @16 }
type list = struct 32 { size : long @0, first : node @8 }
type nodes = array 96 of node count 4
type other = struct 24 { a : long @0, b : pointer @8, c : pointer @16 }
type bytes = array 64 of char count 64
type pair = struct 16 { x : pointer @0, y : pointer @8 }
type number_or_pointer = union 8 { number : long @0, pointer : pointer @0 }
global @a : pointer
global @b : pointer
global @target : long
global @another : long
global @n : node
global @m : node
global @l : list
global @array : nodes
global @buffer : bytes
global @p : pair
global @q : pair
global @u : number_or_pointer
)";

Names valueOf(const std::string& local, const std::string& body) {
  return Analysed(std::string(types) + "function @main(%unknown) {\n" + body + "\n return\n}\n").pointsTo(local);
}

} // namespace

TEST(PointerValues, AddressCopyLoadStore) {
  EXPECT_EQ(valueOf("x", "%x = copy &target"), Names{"target"});
  EXPECT_EQ(valueOf("x", "store &a, &target\n %x = load &a"), Names{"target"});
  EXPECT_EQ(valueOf("x", "store &a, &b\n store &b, &target\n %y = load &a\n %x = load %y"), Names{"target"});
  EXPECT_EQ(valueOf("x", "%x = load &a"), Names());
  EXPECT_EQ(valueOf("x", "%x = select %unknown, &target, &another"), (Names{"another", "target"}));
}

TEST(PointerValues, OnlyWhatHasRoomHoldsAPointer) {
  EXPECT_EQ(valueOf("x", "store &a, &target, 4\n %x = load &a, 8"), Names());
  EXPECT_EQ(valueOf("x", "store &a, &target, 8\n %x = load &a, 4"), Names());
}

TEST(PointerValues, AtomicsLoadAndStoreToo) {
  EXPECT_EQ(valueOf("x", "atomic_store &a, &target\n %x = atomic_load &a"), Names{"target"});
  EXPECT_EQ(valueOf("x", "store &a, &target\n %x = atomic_update exchange &a, &another"), (Names{"another", "target"}));
  EXPECT_EQ(valueOf("x", "%old = compare_exchange &a, &another, &target\n %x = load &a"), Names{"target"});
}

TEST(PointerValues, MembersAreApart) {
  EXPECT_EQ(valueOf("x", "%d = field &n, 8 of node\n store %d, &target\n %x = load &n"), Names());
  EXPECT_EQ(valueOf("x", "%d = field &n, 8 of node\n store %d, &target\n %x = load &n+8"), Names{"target"});
  EXPECT_EQ(valueOf("x", "%f = field &l, 8 of list\n %x = field %f, 8 of node"), Names{"l+16"});
}

TEST(PointerValues, ElementsOfAnArrayAreOneTheirMembersAreApart) {
  EXPECT_EQ(valueOf("x", "%e = index &array, %unknown, 24\n %x = field %e, 8 of node"), Names{"array+8"});
  EXPECT_EQ(valueOf("x", "%x = copy &array+56"), Names{"array+8"});
  EXPECT_EQ(valueOf("x", "store &array+48, &target\n %e = index &array, %unknown, 24\n %x = load %e"), Names{"target"});
  EXPECT_EQ(valueOf("x", "store &array+48, &target\n %e = field &array, 8\n %x = load %e"), Names());
}

TEST(PointerValues, AStepThatFitsNoArrayGoesByBytesOrAnywhere) {
  EXPECT_EQ(valueOf("x", "%x = index &n, 8, 1"), Names{"n+8"});
  EXPECT_EQ(valueOf("x", "%x = index &n, %unknown, 1"), Names{"n+?"});
  EXPECT_EQ(valueOf("x", "%x = binary add &n, 16"), Names{"n+16"});
  EXPECT_EQ(valueOf("x", "%i = copy &n+16\n %x = binary sub %i, 8"), Names{"n+8"});
}

TEST(PointerValues, ArithmeticKeepsPlacesAndNotDistances) {
  EXPECT_EQ(valueOf("x", "%x = binary and &n, -8"), Names{"n"});
  EXPECT_EQ(valueOf("x", "%x = binary or &n, 1"), Names{"n"});
  EXPECT_EQ(valueOf("x", "%x = binary sub &n, &m"), Names());
  EXPECT_EQ(valueOf("x", "%x = binary mul &n, 2"), Names());
}

TEST(PointerValues, FromAMemberBackToItsStruct) { // container_of
  EXPECT_EQ(valueOf("x", "%m = copy &l+8\n %x = field %m, -8"), Names{"l"});
  EXPECT_EQ(valueOf("x", "%m = copy &n\n %x = field %m, -8"), Names{"n+?"});
}

TEST(PointerValues, AnywhereInAnObjectMeetsEveryPlaceOfIt) {
  EXPECT_EQ(valueOf("x", "store &n+8, &target\n %e = index &n, %unknown, 1\n %x = load %e"), Names{"target"});
  EXPECT_EQ(valueOf("x", "%e = index &n, %unknown, 1\n store %e, &target\n %x = load &n+8"), Names{"target"});
}

TEST(PointerValues, UnionMembersShareTheirPlace) {
  EXPECT_EQ(valueOf("x", "%i = field &u, 0 of number_or_pointer\n store %i, &target\n %x = load &u"), Names{"target"});
}

TEST(PointerValues, MemoryCopyKeepsMembersApart) {
  const char* copy = "store &p, &target\n store &p+8, &another\n memory_copy &q, &p, 16\n";
  EXPECT_EQ(valueOf("x", std::string(copy) + "%x = load &q"), Names{"target"});
  EXPECT_EQ(valueOf("x", std::string(copy) + "%x = load &q+8"), Names{"another"});
}

TEST(PointerValues, MemoryCopyStopsAtItsLength) {
  EXPECT_EQ(valueOf("x", "store &p+8, &target\n memory_copy &q, &p, 8\n %x = load &q+8"), Names());
  EXPECT_EQ(valueOf("x", "store &p+8, &target\n memory_copy &q, &p+8, 8\n %x = load &q"), Names{"target"});
}

TEST(PointerValues, MemoryCopyOfUnknownLengthTakesAll) {
  const char* copy = "store &p, &target\n store &p+8, &another\n memory_copy &q, &p, %unknown\n";
  EXPECT_EQ(valueOf("x", std::string(copy) + "%x = load &q"), Names{"target"});
  EXPECT_EQ(valueOf("x", std::string(copy) + "%x = load &q+8"), Names{"another"});
}

TEST(PointerValues, MemoryCopySeesWhatIsStoredLater) {
  EXPECT_EQ(valueOf("x", "memory_copy &q, &p, 16\n %x = load &q+8\n store &p+8, &target"), Names{"target"});
}

TEST(PointerValues, MemoryCopyFromAnywhereGoesAnywhere) {
  EXPECT_EQ(valueOf("x", "%e = index &p, %unknown, 1\n store &p+8, &target\n memory_copy &q, %e, 8\n %x = load &q"),
            Names{"target"});
}

TEST(PointerValues, TextHoldsNoPointersUnlessItIsCopiedLikeSome) {
  std::string through = "store &p, &target\n memory_copy &buffer, &p, ";
  EXPECT_EQ(valueOf("x", through + "%unknown\n memory_copy &q, &buffer, %unknown\n %x = load &q"), Names());
  EXPECT_EQ(valueOf("x", through + "13\n memory_copy &q, &buffer, 13\n %x = load &q"), Names());
  EXPECT_EQ(valueOf("x", through + "8\n memory_copy &q, &buffer, 8\n %x = load &q"), Names{"target"});
}

TEST(PointerValues, InitialValuesOfGlobals) {
  Analysed a(R"(
type table = array 24 of pointer count 3
global @x : long
global @y : long
global @t : table = {0: &x, 16: &y}
function @main(%i) {
  %e = index &t, %i, 8
  %v = load %e
  return
})");
  EXPECT_EQ(a.pointsTo("v"), (Names{"x", "y"}));
}

TEST(PointerValues, ReadOnlyDataIsNotWritten) {
  Analysed a(R"(
global @x : long
global @fixed : pointer constant
global @open : pointer
function @main(%c) {
  %e = select %c, &fixed, &open
  store %e, &x
  %f = load &fixed
  %o = load &open
  return
})");
  EXPECT_EQ(a.pointsTo("f"), Names());
  EXPECT_EQ(a.pointsTo("o"), Names{"x"});
}

// A member access sees only objects that may be of its struct …
TEST(PointerTypes, MemberAccessesSkipObjectsOfOtherTypes) {
  EXPECT_EQ(valueOf("x", "%e = select %unknown, &n, &m\n %x = field %e, 8 of node"), (Names{"m+8", "n+8"}));
  EXPECT_EQ(valueOf("x", "%e = select %unknown, &n, &p\n %x = field %e, 8 of node"), Names{"n+8"});
  EXPECT_EQ(valueOf("x", "%e = select %unknown, &n, &buffer\n %x = field %e, 8 of node"), (Names{"buffer+8", "n+8"}));
  // Text that nothing uses as a struct stays text.
  EXPECT_EQ(valueOf("x", "store &a, &n\n store &a, &buffer\n %e = load &a\n %x = field %e, 8 of node"), Names{"n+8"});
}

// … unless that leaves it with none: then the program does not keep to its types.
TEST(PointerTypes, AnAccessWithNothingLeftTrustsNoTypes) {
  EXPECT_EQ(valueOf("x", "%x = field &p, 8 of other"), Names{"p+8"});
}

TEST(PointerTypes, HeapMemoryIsOfTheTypeItIsUsedAs) {
  const char* fields = "%f = field %h, 8 of node\n store %f, &target\n";
  EXPECT_EQ(valueOf("f", std::string("%h = call @malloc(24)\n") + fields), Names{"main.h+8"});
  // Too small for it: not that type, but a view of the memory.
  EXPECT_EQ(valueOf("f", std::string("%h = call @malloc(20)\n") + fields), Names{"main.h+8"});
  // Larger, and not several of it: what follows is one place.
  const char* behind = "%f = field %h, 16 of node\n store %f, 0, 8\n %t = index %h, 1, 24\n %r = index %t, 1, 2\n";
  EXPECT_EQ(valueOf("r", std::string("%h = call @malloc(100)\n") + behind), Names{"main.h+24"});
  // Several elements.
  EXPECT_EQ(valueOf("f", std::string("%h = call @calloc(10, 24)\n") + fields), Names{"main.h+8"});
}

TEST(PointerTypes, ReallocatedMemoryHasTheOldContent) {
  const std::string body = R"(
  %h = call @malloc(24)
  %f = field %h, 8 of node
  store %f, &target
  %g = call @realloc(%h, 48)
  %e = field %g, 8 of node
  %x = load %e
)";
  EXPECT_EQ(valueOf("g", body), (Names{"main.g", "main.h"}));
  EXPECT_EQ(valueOf("x", body), Names{"target"});
}

// Memory from a pool, used as two kinds of struct: what is stored through one is not read through the other.
TEST(PointerTypes, RawMemoryHasAViewForEachKindOfStruct) {
  const std::string body = R"(
  %h = call @malloc(%unknown)
  store &a, %h
  %p = load &a
  %q = load &a
  %f = field %p, 8 of node
  store %f, &target
  %g = field %q, 8 of other
  store %g, &another
)";
  EXPECT_EQ(valueOf("x", body + "%x = load %f"), Names{"target"});
  EXPECT_EQ(valueOf("y", body + "%y = load %g"), Names{"another"});
}

// A pointer is not read from what is declared as a number, nor a number that is calculated with from a pointer.
TEST(PointerTypes, NumbersAndPointersAreDifferentPlaces) {
  EXPECT_EQ(valueOf("x", "store &n+16, &target\n %x = load &n+16"), Names{"target"});
  EXPECT_EQ(valueOf("x", "store &n+16, &target\n %x = load &n+16 of pointer"), Names());
  EXPECT_EQ(valueOf("x", "store &n, &target\n %y = load &n\n %x = binary add %y, 1"), Names());
}
