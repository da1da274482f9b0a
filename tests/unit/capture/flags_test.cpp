// Flags of recorded commands as clang is to have them.
#include "capture/compile_units.h"
#include "capture/flags.h"

#include "gtest/gtest.h"

using namespace steward;
using Words = std::vector<std::string>;

TEST(Flags, WhatTheProgramMeansStays) {
  Words flags{"-DA=\"b c\"", "-I", "inc", "-std=gnu11", "-pthread", "-include", "config.h", "-march=native", "-fPIC"};
  EXPECT_EQ(translateFlags(flags), flags);
}

TEST(Flags, NothingIsWrittenBesideTheBitcode) {
  Words flags{"-MD",
              "-MF",
              "a.d",
              "-MT",
              "a.o",
              "-MFb.d",
              "-Wp,-MD,c.d",
              "-save-temps",
              "--coverage",
              "-fprofile-arcs",
              "-ftest-coverage",
              "-gsplit-dwarf",
              "-fstack-usage",
              "-fdump-tree-all",
              "-aux-info",
              "x",
              "-MJ",
              "y"};
  EXPECT_EQ(translateFlags(flags), Words());
}

TEST(Flags, WarningsAndLevelsOfOptimisationGo) {
  EXPECT_EQ(translateFlags({"-O2", "-Ofast", "-Werror", "-Werror=format", "-flto=auto", "-ffat-lto-objects", "-Wall"}),
            Words{"-Wall"});
  EXPECT_EQ(translateFlags({"--param", "max-inline=3", "-fipa-pta", "-fno-tree-vectorize", "-fplugin=x.so"}), Words());
}

TEST(Flags, PrecompiledHeadersGoAndTheirTextStays) {
  EXPECT_EQ(translateFlags({"-Xclang", "-include-pch", "-Xclang", "a.pch", "-Xclang", "-include", "-Xclang", "a.hxx"}),
            (Words{"-Xclang", "-include", "-Xclang", "a.hxx"}));
}

TEST(Flags, ClangNamesWhatItDoesNotKnow) {
  Words flags{"-fthing", "-mfoo=bar", "-march=fancy", "-DX", "-mkeep", "-std=c99"};
  auto unknown = [&](const char* messages) { return unknownFlags(messages, flags); };
  using Set = std::set<std::string>;
  EXPECT_EQ(unknown("clang: error: unknown argument: '-fthing'"), Set{"-fthing"});
  EXPECT_EQ(unknown("clang: error: unknown argument '-fthing'; did you mean '-fthings'?"), Set{"-fthing"});
  EXPECT_EQ(unknown("clang: error: unsupported argument 'bar' to option '-mfoo='"), Set{"-mfoo=bar"});
  EXPECT_EQ(unknown("error: unknown target CPU 'fancy'"), Set{"-march=fancy"});
  EXPECT_EQ(unknown("clang: error: unsupported option '-mkeep' for target 'x'"), Set{"-mkeep"});
  EXPECT_EQ(unknown("error: invalid value 'c99' in '-std=c99'"), Set{"-std=c99"});
  EXPECT_EQ(unknown("a.c:1:1: error: unknown type name 'x'"), Set());
  EXPECT_EQ(unknown("clang: warning: unknown argument: '-fthing'"), Set());
  EXPECT_EQ(unknown("clang: error: unsupported option '-mfoo=' for target 'x'"), Set{"-mfoo=bar"});
  EXPECT_EQ(unknown(""), Set());
}

TEST(Dependencies, SpacesAndDollarsAreQuoted) {
  EXPECT_EQ(parseDependencies("x: a.c inc/b.h \\\n  /abs/c\\ d.h e$$f.h\n", "/src"),
            (Words{"/src/a.c", "/src/inc/b.h", "/abs/c d.h", "/src/e$f.h"}));
  EXPECT_EQ(parseDependencies("", "/src"), Words());
}
