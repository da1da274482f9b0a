// Which objects make which program.
#include "capture/graph.h"

#include "gtest/gtest.h"

using namespace steward;

namespace {

using Words = std::vector<std::string>;

// The sources of each part of a program; "?" before those that are taken only if they are needed.
std::vector<Words> planOf(std::initializer_list<Words> commands, const char* program) {
  std::vector<BuildCommand> build;
  for (const Words& words : commands) build.push_back({"/no/such/folder", words});
  BuildGraph graph(build);
  std::vector<Words> parts;
  for (const LoadUnit& part : graph.plan(program).parts) {
    parts.emplace_back();
    for (const PlannedObject& object : part.objects) {
      std::string name = object.unit == PlannedObject::none ? object.file : graph.units[object.unit].source;
      parts.back().push_back((object.isLazy ? "?" : "") + name);
    }
  }
  return parts;
}

using Parts = std::vector<Words>;
constexpr const char* prog = "/no/such/folder/prog";

} // namespace

TEST(Graph, ObjectsAndArchives) {
  EXPECT_EQ(planOf({{"cc", "-c", "a.c"},
                    {"cc", "-c", "b.c"},
                    {"cc", "-c", "main.c"},
                    {"ar", "cr", "libx.a", "a.o", "b.o"},
                    {"cc", "-o", "prog", "main.o", "-L.", "-lx", "-lm", "-lx"}},
                   prog),
            (Parts{{"main.c", "?a.c", "?b.c"}}));
}

TEST(Graph, AnArchiveGrowsAndIsTakenWhole) {
  EXPECT_EQ(planOf({{"cc", "-c", "a.c"},
                    {"ar", "r", "libx.a", "a.o"},
                    {"cc", "-c", "b.c"},
                    {"ar", "r", "libx.a", "b.o"},
                    {"cc", "-o", "prog", "main.c", "-Wl,--whole-archive", "libx.a", "-Wl,--no-whole-archive"}},
                   prog),
            (Parts{{"main.c", "a.c", "b.c"}}));
}

TEST(Graph, ConvenienceLibrariesAreTakenApart) {
  EXPECT_EQ(planOf({{"cc", "-c", "a.c", "-o", ".libs/a.o"},
                    {"ar", "cr", ".libs/libc.a", ".libs/a.o"},
                    {"ar", "x", ".libs/libc.a"},
                    {"ar", "cr", "libbig.a", "a.o"},
                    {"cc", "main.c", "libbig.a", "-o", "prog"}},
                   prog),
            (Parts{{"main.c", "?a.c"}}));
}

TEST(Graph, SharedLibrariesArePartsWithTheirOwn) {
  EXPECT_EQ(planOf({{"cc", "-shared", "-o", "libz.so.1.0", "z.c"},
                    {"ln", "-s", "libz.so.1.0", "libz.so"},
                    {"cc", "-shared", "-o", "liby.so", "y.c", "-L.", "-lz"},
                    {"cc", "-o", "prog", "main.c", "-L.", "-ly", "-lz"}},
                   prog),
            (Parts{{"main.c"}, {"y.c"}, {"z.c"}}));
}

TEST(Graph, StaticLinksTakeTheArchive) {
  std::initializer_list<Words> commands = {{"cc", "-shared", "-o", "libz.so", "shared.c"},
                                           {"cc", "-c", "static.c"},
                                           {"ar", "cr", "libz.a", "static.o"},
                                           {"cc", "-static", "-o", "prog", "main.c", "-L.", "-lz"}};
  EXPECT_EQ(planOf(commands, prog), (Parts{{"main.c", "?static.c"}}));
}

TEST(Graph, PartialLinksAndOtherNames) {
  EXPECT_EQ(planOf({{"cc", "-c", "a.c", "-o", "a.tmp.o"},
                    {"mv", "a.tmp.o", "a.o"},
                    {"ld", "-r", "-o", "all.o", "a.o", "foreign.o"},
                    {"cc", "-o", "prog", "main.c", "all.o"}},
                   prog),
            (Parts{{"main.c", "a.c", "/no/such/folder/foreign.o"}}));
}

TEST(Graph, TheLastCommandCounts) {
  EXPECT_EQ(
      planOf({{"cc", "-c", "old.c", "-o", "x.o"}, {"cc", "-c", "new.c", "-o", "x.o"}, {"cc", "-o", "prog", "x.o"}},
             prog),
      (Parts{{"new.c"}}));
}

TEST(Graph, AssemblyThatACompilerWroteIsItsSource) {
  EXPECT_EQ(
      planOf({{"cc", "-S", "a.c"}, {"cc", "-c", "a.s"}, {"cc", "-c", "hand.S"}, {"cc", "-o", "prog", "a.o", "hand.o"}},
             prog),
      (Parts{{"a.c", "hand.S"}}));
}

TEST(Graph, CirclesEnd) {
  EXPECT_EQ(planOf({{"ar", "cr", "a.a", "b.a"}, {"ar", "cr", "b.a", "a.a"}, {"cc", "-o", "prog", "m.c", "a.a"}}, prog),
            (Parts{{"m.c"}}));
}
