// What the commands of a build do, by their words.
#include "capture/step.h"

#include "gtest/gtest.h"

using namespace steward;

namespace {

using Words = std::vector<std::string>;

Steps parse(Words words) { return parseCommand({"/build", std::move(words)}); }

Words names(const LinkStep& link) {
  Words result;
  for (const LinkInput& input : link.inputs) result.push_back((input.isLibrary ? "-l" : "") + input.name);
  return result;
}

} // namespace

TEST(Step, ACompileHasItsSourceFlagsAndObject) {
  Steps steps = parse({"gcc", "-O2", "-I", "inc", "-DX=1", "-c", "src/a.c", "-o", "out/a.o"});
  ASSERT_EQ(steps.compiles.size(), 1u);
  EXPECT_EQ(steps.compiles[0].source, "src/a.c");
  EXPECT_EQ(steps.compiles[0].output, "/build/out/a.o");
  EXPECT_EQ(steps.compiles[0].flags, (Words{"-O2", "-I", "inc", "-DX=1"}));
  EXPECT_FALSE(steps.compiles[0].isCxxDriver);
  EXPECT_FALSE(steps.link);
}

TEST(Step, TheObjectHasTheNameOfItsSourceUnlessTold) {
  Steps steps = parse({"cc", "-c", "a.c", "sub/b.c"});
  ASSERT_EQ(steps.compiles.size(), 2u);
  EXPECT_EQ(steps.compiles[0].output, "/build/a.o");
  EXPECT_EQ(steps.compiles[1].output, "/build/b.o");
  EXPECT_EQ(parse({"cc", "-c", "a.c", "-oother.o"}).compiles[0].output, "/build/other.o");
  EXPECT_EQ(parse({"cc", "-S", "a.c"}).compiles[0].output, "/build/a.s");
}

TEST(Step, CompilersAreKnownByTheirNames) {
  for (const char* name : {"gcc", "/usr/bin/cc", "gcc-12", "x86_64-linux-gnu-gcc-12", "clang-22", "c99"})
    EXPECT_FALSE(parse({name, "-c", "a.c"}).compiles.empty()) << name;
  for (const char* name : {"g++", "c++", "clang++-22", "aarch64-linux-gnu-g++"}) {
    Steps steps = parse({name, "-c", "a.cc"});
    ASSERT_EQ(steps.compiles.size(), 1u) << name;
    EXPECT_TRUE(steps.compiles[0].isCxxDriver) << name;
  }
  for (const char* name : {"sh", "gccx", "abcc", "gcc-wrapper", "cc1", "as"})
    EXPECT_TRUE(parse({name, "-c", "a.c"}).empty()) << name;
  EXPECT_EQ(parse({"ccache", "gcc", "-c", "a.c"}).compiles.size(), 1u);
}

TEST(Step, WhatOnlyLooksIsNoStep) {
  EXPECT_TRUE(parse({"gcc", "-E", "a.c"}).empty());
  EXPECT_TRUE(parse({"gcc", "-MM", "a.c"}).empty());
  EXPECT_TRUE(parse({"gcc", "--version"}).empty());
  EXPECT_TRUE(parse({"gcc", "-print-file-name=x", "a.c"}).empty());
  EXPECT_TRUE(parse({"clang", "-cc1", "a.c"}).empty());
  EXPECT_TRUE(parse({"gcc", "-c", "stdafx.h", "-o", "stdafx.h.gch"}).empty());
  EXPECT_TRUE(parse({"g++", "-x", "c++-header", "-c", "all.hxx", "-o", "all.gch"}).empty());
  EXPECT_TRUE(parse({"gcc"}).empty());
}

TEST(Step, ALinkHasItsInputsInOrder) {
  Steps steps = parse({"gcc", "-o", "prog", "a.o", "-L.", "-Llib", "-lfoo", "../b.o", "-pthread", "-lm"});
  ASSERT_TRUE(steps.link);
  EXPECT_EQ(steps.link->output, "/build/prog");
  EXPECT_EQ(steps.link->kind, LinkKind::Executable);
  EXPECT_EQ(names(*steps.link), (Words{"/build/a.o", "-lfoo", "/b.o", "-lm"}));
  EXPECT_EQ(steps.link->folders, (Words{"/build", "/build/lib"}));
}

TEST(Step, SourcesCanBeLinkedAtOnce) {
  Steps steps = parse({"gcc", "a.c", "x.o", "b.c", "-o", "prog"});
  ASSERT_EQ(steps.compiles.size(), 2u);
  ASSERT_TRUE(steps.link);
  EXPECT_EQ(names(*steps.link), (Words{"/build/prog:a.c", "/build/x.o", "/build/prog:b.c"}));
  EXPECT_EQ(steps.compiles[1].output, "/build/prog:b.c");
  EXPECT_EQ(parse({"gcc", "a.c"}).link->output, "/build/a.out");
}

TEST(Step, WordsForTheLinkerCount) {
  Steps steps = parse({"gcc", "-shared", "-o", "libx.so", "-Wl,--whole-archive", "liby.a", "-Wl,--no-whole-archive",
                       "-Wl,-soname,libx.so.1", "-Wl,-Bstatic,-lz,-Bdynamic", "-Xlinker", "-lq"});
  ASSERT_TRUE(steps.link);
  EXPECT_EQ(steps.link->kind, LinkKind::SharedLibrary);
  EXPECT_EQ(names(*steps.link), (Words{"/build/liby.a", "-lz", "-lq"}));
  EXPECT_TRUE(steps.link->inputs[0].isWhole);
  EXPECT_FALSE(steps.link->inputs[1].isWhole);
  EXPECT_TRUE(steps.link->inputs[1].isStatic);
  EXPECT_FALSE(steps.link->inputs[2].isStatic);
}

TEST(Step, TheLinkerItself) {
  Steps steps = parse({"ld", "-r", "-o", "all.o", "a.o", "b.o", "-z", "now"});
  ASSERT_TRUE(steps.link);
  EXPECT_EQ(steps.link->kind, LinkKind::Partial);
  EXPECT_EQ(names(*steps.link), (Words{"/build/a.o", "/build/b.o"}));
  EXPECT_EQ(steps.link->output, "/build/all.o");
}

TEST(Step, Archives) {
  for (Words words : {Words{"ar", "cru", "lib.a", "a.o", "b.o"}, Words{"gcc-ar", "-crs", "lib.a", "a.o", "b.o"},
                      Words{"ar", "--thin", "rcs", "lib.a", "a.o", "b.o"}, Words{"ar", "qc", "lib.a", "a.o", "b.o"},
                      Words{"ar", "ra", "z.o", "lib.a", "a.o", "b.o"}}) {
    Steps steps = parse(words);
    ASSERT_TRUE(steps.archive) << words[1];
    EXPECT_EQ(steps.archive->output, "/build/lib.a");
    EXPECT_EQ(steps.archive->members, (Words{"/build/a.o", "/build/b.o"}));
  }
  EXPECT_TRUE(parse({"ar", "t", "lib.a"}).empty());
  EXPECT_TRUE(parse({"ar"}).empty());
  EXPECT_TRUE(parse({"ar", "rc"}).empty());
  Steps extract = parse({"ar", "x", "/other/lib.a", "a.o"});
  ASSERT_TRUE(extract.extract);
  EXPECT_EQ(extract.extract->archive, "/other/lib.a");
  EXPECT_EQ(extract.extract->members, Words{"a.o"});
  EXPECT_EQ(extract.extract->folder, "/build");
}

TEST(Step, Copies) {
  Steps steps = parse({"ln", "-sf", "libx.so.1", "lib/libx.so"});
  ASSERT_EQ(steps.copies.size(), 1u);
  EXPECT_EQ(steps.copies[0].from, "/build/lib/libx.so.1"); // as the link's own folder sees it
  EXPECT_EQ(steps.copies[0].to, "/build/lib/libx.so");
  EXPECT_EQ(parse({"install", "-m", "755", "a", "b"}).copies.size(), 1u);
  EXPECT_TRUE(parse({"cp", "a"}).empty());
}
