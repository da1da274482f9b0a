// What a compiler is asked to do, by its words.
#include "compile/words.h"

#include "gtest/gtest.h"

using namespace steward;

namespace {

using Words = std::vector<std::string>;

CompilerTask task(Words words) { return readWish(words).task; }

} // namespace

TEST(Words, WhatMakesNothingOnlyLooks) {
  for (const Words& words : std::initializer_list<Words>{{"-E", "a.c"},
                                                         {"a.c", "-fsyntax-only"},
                                                         {"-M", "-c", "a.c"},
                                                         {"-c", "-MM", "a.c"},
                                                         {"--version"},
                                                         {"-v"},
                                                         {},
                                                         {"-print-search-dirs"},
                                                         {"-dumpversion"},
                                                         {"-cc1", "a.c"}})
    EXPECT_EQ(task(words), CompilerTask::Look);
}

TEST(Words, DependenciesBesideAnObjectAreStillACompilation) {
  EXPECT_EQ(task({"-MD", "-MF", "a.d", "-c", "a.c"}), CompilerTask::Compile);
  EXPECT_EQ(task({"-S", "a.c"}), CompilerTask::Compile);
  EXPECT_EQ(task({"-x", "c-header", "a.h"}), CompilerTask::Compile);
}

TEST(Words, ValuesAreNoOptions) {
  EXPECT_EQ(task({"a.c", "-o", "-E"}), CompilerTask::Link);
  EXPECT_EQ(task({"-Xlinker", "-c", "a.o"}), CompilerTask::Link);
  EXPECT_EQ(task({"-include", "-c", "a.c"}), CompilerTask::Link);
  EXPECT_EQ(task({"--", "-c"}), CompilerTask::Link);
}

TEST(Words, WhatIsLinked) {
  EXPECT_EQ(readWish(Words{"a.o"}).result, LinkResult::Executable);
  EXPECT_EQ(readWish(Words{"-pie", "a.o"}).result, LinkResult::Executable);
  EXPECT_EQ(readWish(Words{"-shared", "a.o"}).result, LinkResult::SharedLibrary);
  EXPECT_EQ(readWish(Words{"-r", "a.o"}).result, LinkResult::Relocatable);
  EXPECT_TRUE(readWish(Words{"-static-pie", "a.o"}).isStatic);
  EXPECT_FALSE(readWish(Words{"-static-libgcc", "-static-libstdc++", "a.o"}).isStatic);
  EXPECT_FALSE(readWish(Words{"-nostdlib", "a.o"}).hasDefaultLibraries);
}

TEST(Words, SanitizersCountUnlessTheyAreTakenBack) {
  EXPECT_EQ(readWish(Words{"-fsanitize=undefined,address", "a.c"}).sanitizer, "address");
  EXPECT_EQ(readWish(Words{"-fsanitize=undefined", "a.c"}).sanitizer, "");
  EXPECT_EQ(readWish(Words{"-fsanitize=thread", "-fno-sanitize=all", "a.c"}).sanitizer, "");
  EXPECT_EQ(readWish(Words{"-fno-sanitize=thread", "-fsanitize=thread", "a.c"}).sanitizer, "thread");
}

TEST(Words, OneMachineIsSupported) {
  EXPECT_EQ(readWish(Words{"-m64", "a.c"}).otherMachine, "");
  EXPECT_EQ(readWish(Words{"-target", "x86_64-pc-linux-gnu", "a.c"}).otherMachine, "");
  EXPECT_EQ(readWish(Words{"--target=aarch64-linux-gnu", "a.c"}).otherMachine, "aarch64-linux-gnu");
}
