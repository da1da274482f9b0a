#include "report/declarators.h"

#include <gtest/gtest.h>

namespace steward {
namespace {

// The line with a mark where the attribute goes, or why it goes nowhere.
std::string marked(llvm::StringRef line, llvm::StringRef name) {
  AttributePlace place = attributePlace(line, name);
  if (!place.problem.empty()) return place.problem;
  return line.substr(0, place.column).str() + "|" + line.substr(place.column).str();
}

TEST(Declarators, BehindTheDeclarator) {
  EXPECT_EQ(marked("int x;", "x"), "int x|;");
  EXPECT_EQ(marked("static int x = 1; // x, y", "x"), "static int x| = 1; // x, y");
  EXPECT_EQ(marked("  int x{0};", "x"), "  int x|{0};");
  EXPECT_EQ(marked("long a[4] [N[0]];\r", "a"), "long a[4] [N[0]]|;\r");
  EXPECT_EQ(marked("int a[] = {1, 2, 3};", "a"), "int a[]| = {1, 2, 3};");
  EXPECT_EQ(marked("int a[] = {", "a"), "int a[]| = {");
}

TEST(Declarators, TheNameThatIsDeclared) {
  EXPECT_EQ(marked("struct count count;", "count"), "struct count count|;");
  EXPECT_EQ(marked("int x1, x; ", "x1"), "several are declared on its line");
  EXPECT_EQ(marked("struct { int a, b; } pair;", "pair"), "struct { int a, b; } pair|;");
  EXPECT_EQ(marked("int x = sizeof x;", "x"), "int x| = sizeof x;");
  EXPECT_EQ(marked("int /* x */ y;", "x"), "the line of its declaration does not name it");
  EXPECT_EQ(marked("const char *s = \"s, t\";", "s"), "const char *s| = \"s, t\";");
}

TEST(Declarators, SeveralOnALine) {
  EXPECT_EQ(marked("int a, b;", "a"), "several are declared on its line");
  EXPECT_EQ(marked("int a, b;", "b"), "several are declared on its line");
  EXPECT_EQ(marked("int a = 1, b;", "a"), "several are declared on its line");
  EXPECT_EQ(marked("std::map<int, int> m;", "m"), "std::map<int, int> m|;");
}

TEST(Declarators, WhatIsNotSimple) {
  EXPECT_EQ(marked("void (*f)(void);", "f"), "its declaration is not a simple one");
  EXPECT_EQ(marked("unsigned bit : 1;", "bit"), "its declaration is not a simple one");
  EXPECT_EQ(marked("int x __attribute__((aligned(8)));", "x"), "its declaration is not a simple one");
  EXPECT_EQ(marked("int x", "x"), "its declaration goes on on another line");
  EXPECT_EQ(marked("int a[", "a"), "its declaration goes on on another line");
  EXPECT_EQ(marked("int x GUARDED_BY(m);", "x"), "its declaration has such an attribute");
  EXPECT_EQ(marked("int *x PT_GUARDED_BY(m);", "x"), "its declaration has such an attribute");
  EXPECT_EQ(marked("int x __attribute__((guarded_by(m)));", "x"), "its declaration has such an attribute");
  EXPECT_EQ(marked("", "x"), "the line of its declaration does not name it");
  EXPECT_EQ(marked("int x;", ""), "the line of its declaration does not name it");
}

} // namespace
} // namespace steward
