// Offsets and types: elements, members, names.
#include "program/layout.h"
#include "program/parse.h"

#include "gtest/gtest.h"

using namespace steward;

namespace {

constexpr uint64_t any = ~uint64_t{0};

// struct point { int x, y; };  struct shape { long id; struct point corners[3]; char name[8]; char* label; };
// struct message { long length; char text[]; };  union word { long number; char bytes[8]; };
constexpr const char* types = R"(
type point = struct 8 { x : int @0, y : int @4 }
type corners = array 24 of point count 3
type text8 = array 8 of char count 8
type text_open = array 0 of char
type shape = struct 48 { id : long @0, corners : corners @8, name : text8 @32, label : pointer @40 }
type shapes = array 96 of shape count 2
type row = array 8 of int count 2
type matrix = array 32 of row count 4
type message = struct 8 { length : long @0, text : text_open @8 }
type word = union 8 { number : long @0, bytes : text8 @0 }
type either = union 8 { number : long @0, pair : point @0 }
type tagged = struct 16 { tag : int @0, value : word @8 }
type circle = struct 56 { base : shape @0, radius : double @48 }
type declared = struct 0
type square = struct 48 { id : long @0, corners : corners @8, width : long @32, height : long @40 }
type counter = struct 16 { hits : long @0, misses : long @8 }
type wide = union 16 { both : counter @0, number : long @0 }
type parts = struct 8 { count : long @0, part : points_open @8 }
type points_open = array 0 of point
type padded = struct 16 { flag : char @0, number : long @8 }
)";

class LayoutTest : public testing::Test {
protected:
  Program program = llvm::cantFail(parseProgram(types, "types"));
  Layout layout{program};

  TypeId type(llvm::StringRef name) const {
    for (uint32_t t = 0; t < program.types.size(); ++t)
      if (program.text(program.types[TypeId(t)].name) == name) return TypeId(t);
    ADD_FAILURE() << "no type " << name.str();
    return TypeId();
  }
  uint64_t first(llvm::StringRef name, uint64_t offset) { return layout.firstElement(type(name), offset); }
  std::vector<uint64_t> strides(llvm::StringRef name, uint64_t offset) const {
    auto found = layout.strides(type(name), offset);
    return {found.begin(), found.end()};
  }
  using Sizes = std::vector<uint64_t>;
};

} // namespace

TEST_F(LayoutTest, FirstElement) {
  EXPECT_EQ(first("shape", 0), 0u);
  EXPECT_EQ(first("shape", 8 + 8 + 4), 12u) << "corners[1].y is corners[0].y";
  EXPECT_EQ(first("shape", 35), 32u) << "name[3] is name[0]";
  EXPECT_EQ(first("shapes", 48 + 16), 8u) << "[1].corners[1] is [0].corners[0]";
  EXPECT_EQ(first("shape", 48 + 40), 40u) << "behind the end: another element of an array of shapes";
  EXPECT_EQ(first("matrix", 20), 0u) << "arrays of arrays";
  EXPECT_EQ(first("padded", 3), 3u) << "padding is left alone";
}

TEST_F(LayoutTest, FirstElementOfOpenArraysAndUnions) {
  EXPECT_EQ(first("message", 8), 8u);
  EXPECT_EQ(first("message", 100), 8u) << "text[92] is text[0], not another message";
  EXPECT_EQ(first("word", 5), 0u) << "a union with an array is one place";
  EXPECT_EQ(first("tagged", 8 + 5), 8u);
  EXPECT_EQ(first("either", 4), 4u) << "one without keeps its bytes";
}

TEST_F(LayoutTest, FirstElementIsIdempotent) {
  for (const char* name : {"shape", "shapes", "matrix", "message", "tagged", "circle", "padded", "word"})
    for (uint64_t offset = 0; offset < 200; ++offset)
      EXPECT_EQ(first(name, first(name, offset)), first(name, offset)) << name << " at " << offset;
}

TEST_F(LayoutTest, Strides) {
  EXPECT_EQ(strides("shape", 8 + 4), (Sizes{48, 8, 4}));
  EXPECT_EQ(strides("shapes", 8), (Sizes{48, 8, 4})) << "the member at its start counts as an array of one";
  EXPECT_EQ(strides("matrix", 0), (Sizes{8, 4}));
  EXPECT_EQ(strides("shape", 40), (Sizes{48, 8}));
  EXPECT_EQ(strides("tagged", 8), (Sizes{16, 8, 1}));
}

TEST_F(LayoutTest, IsInArray) {
  EXPECT_TRUE(layout.isInArray(type("shapes"), 0));
  EXPECT_TRUE(layout.isInArray(type("shape"), 12));
  EXPECT_FALSE(layout.isInArray(type("shape"), 40));
  EXPECT_FALSE(layout.isInArray(type("tagged"), 8)) << "bytes are another way to see the number";
}

TEST_F(LayoutTest, Path) {
  EXPECT_EQ(layout.path(type("shape"), 12, 4), ".corners[].y");
  EXPECT_EQ(layout.path(type("shape"), 8, 24), ".corners");
  EXPECT_EQ(layout.path(type("shapes"), 40, 8), "[].label");
  EXPECT_EQ(layout.path(type("shape"), 0, 48), "") << "the whole";
  EXPECT_EQ(layout.path(type("tagged"), 8, 8), ".value") << "all of a union";
  EXPECT_EQ(layout.path(type("wide"), 0, 8), ".number") << "the member of a union that fits";
  EXPECT_EQ(layout.path(type("circle"), 20, 4), ".base.corners[].y");
  EXPECT_EQ(layout.path(type("message"), 9, 1), ".text[]");
  EXPECT_EQ(layout.path(type("message"), 8, 100), ".text") << "all of an array without a size";
  EXPECT_EQ(layout.path(TypeId(), 8, 8), "");
}

TEST_F(LayoutTest, OuterPath) {
  EXPECT_EQ(layout.outerPath(type("shapes"), 48), "[1]");
  EXPECT_EQ(layout.outerPath(type("shapes"), 48 + 40), "[1].label");
  EXPECT_EQ(layout.outerPath(type("circle"), 0), ".base");
  EXPECT_EQ(layout.outerPath(type("shape"), 8 + 16), ".corners[2]");
}

TEST_F(LayoutTest, Extent) {
  EXPECT_EQ(layout.extent(type("shape"), 0), 48u);
  EXPECT_EQ(layout.extent(type("shape"), 8), 24u) << "the member that starts there";
  EXPECT_EQ(layout.extent(type("shape"), 16), 16u) << "from the second element on";
  EXPECT_EQ(layout.extent(type("shape"), 20), 4u);
  EXPECT_EQ(layout.extent(type("padded"), 1), 0u) << "nothing starts in padding";
}

TEST_F(LayoutTest, ExtentOfText) {
  EXPECT_EQ(layout.extentOfText(type("shape"), 32), 8u);
  EXPECT_EQ(layout.extentOfText(type("shape"), 35), 8u);
  EXPECT_EQ(layout.extentOfText(type("shape"), 0), 0u) << "a number is no text";
  EXPECT_EQ(layout.extentOfText(type("message"), 8), any) << "no declared size";
  EXPECT_EQ(layout.extentOfText(type("padded"), 0), 1u);
  EXPECT_EQ(layout.extentOfText(type("word"), 0), any);
  EXPECT_EQ(layout.extentOfText(type("declared"), 0), any);
}

TEST_F(LayoutTest, MayStartAt) {
  auto may = [&](const char* outer, uint64_t offset, const char* wanted) {
    return layout.mayStartAt(type(outer), offset, type(wanted));
  };
  EXPECT_TRUE(may("shape", 0, "shape"));
  EXPECT_TRUE(may("shape", 16, "point")) << "an element of a member";
  EXPECT_FALSE(may("shape", 12, "point")) << "the middle of one";
  EXPECT_FALSE(may("shape", 0, "counter"));
  EXPECT_TRUE(may("circle", 0, "shape")) << "what it begins with";
  EXPECT_TRUE(may("shape", 0, "circle")) << "and what begins with it";
  EXPECT_TRUE(may("shape", 0, "square")) << "the same first members: made to stand for one another";
  EXPECT_TRUE(may("parts", 8 + 8, "point")) << "an element of the array at the end";
  EXPECT_FALSE(may("parts", 0, "point"));
  EXPECT_FALSE(may("shape", 32, "counter")) << "text";
  EXPECT_TRUE(may("word", 0, "counter")) << "a union";
  EXPECT_TRUE(may("declared", 0, "counter")) << "only declared";
  EXPECT_FALSE(may("shape", 40, "counter")) << "a pointer is no struct";
  EXPECT_TRUE(may("shape", 40, "pointer")) << "only structs are told apart";
}

TEST_F(LayoutTest, MayHoldPointers) {
  EXPECT_TRUE(layout.mayHoldPointers(type("shape")));
  EXPECT_TRUE(layout.mayHoldPointers(type("counter"))) << "an integer of a pointer's size";
  EXPECT_FALSE(layout.mayHoldPointers(type("point")));
  EXPECT_FALSE(layout.mayHoldPointers(type("text8")));
  EXPECT_TRUE(layout.mayHoldPointers(type("declared")));
}

TEST_F(LayoutTest, FirstStructName) {
  EXPECT_EQ(program.text(layout.firstStructName(type("circle"))), "shape");
  EXPECT_EQ(program.text(layout.firstStructName(type("counter"))), "counter");
  EXPECT_FALSE(layout.firstStructName(type("matrix")).valid());
}

TEST_F(LayoutTest, TheNumberAtAnOffset) {
  Layout layout(program);
  auto nameAt = [&](const char* name, uint64_t offset) {
    for (uint32_t t = 0; t < program.types.size(); ++t)
      if (program.text(program.types[TypeId(t)].name) == name)
        if (TypeId found = layout.numberAt(TypeId(t), offset)) return program.text(program.types[found].name).str();
    return std::string();
  };
  EXPECT_EQ(nameAt("shape", 0), "long");
  EXPECT_EQ(nameAt("shape", 12), "int");
  EXPECT_EQ(nameAt("shape", 16), "int") << "of the second corner";
  EXPECT_EQ(nameAt("shape", 33), "char");
  EXPECT_EQ(nameAt("tagged", 8), "") << "of a union nobody knows";
  EXPECT_EQ(nameAt("int", 0), "int");
}
