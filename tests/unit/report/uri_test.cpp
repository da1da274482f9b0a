#include "report/uri.h"

#include "gtest/gtest.h"

using namespace steward;

TEST(Uri, PathsBecomeUris) {
  EXPECT_EQ(percentEncoded("a b/c%d?.c"), "a%20b/c%25d%3F.c");
  EXPECT_EQ(fileUri("/x/y:z.c"), "file:///x/y%3Az.c");
  EXPECT_EQ(fileUri("/x.c", "host"), "file://host/x.c");
}

TEST(Uri, PathsBelowAFolder) {
  EXPECT_EQ(absolutePath("../b/./c.c", "/a/x"), "/a/b/c.c");
  EXPECT_EQ(absolutePath("/z/../c.c", "/a"), "/c.c");
  EXPECT_EQ(pathBelow("/a/b/c.c", "/a"), "b/c.c");
  EXPECT_EQ(pathBelow("/a/b/c.c", "/a/"), "b/c.c");
  EXPECT_EQ(pathBelow("/ab/c.c", "/a"), "");
  EXPECT_EQ(pathBelow("/a.c", "/"), "a.c");
}
