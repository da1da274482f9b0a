// The text a person reads, to the letter.
#include "report/source_lines.h"
#include "report/text.h"

#include "llvm/ADT/SmallString.h"
#include "llvm/Support/FileSystem.h"
#include "llvm/Support/Path.h"

#include "gtest/gtest.h"

using namespace steward;

namespace {

// Runs in a folder of its own, so that file names in the expected text are short.
class ReportText : public testing::Test {
protected:
  void SetUp() override {
    ASSERT_FALSE(llvm::sys::fs::current_path(before_));
    ASSERT_FALSE(llvm::sys::fs::createUniqueDirectory("steward-report", folder_));
    ASSERT_FALSE(llvm::sys::fs::set_current_path(folder_));
    write("stats.c", "struct stats { int total; } stats;\n"
                     "void add(int n) {\n"
                     "\tstats.total += n;\n"
                     "}\n"
                     "int get() { return stats.total; }\n");
  }
  void TearDown() override {
    ASSERT_FALSE(llvm::sys::fs::set_current_path(before_));
    ASSERT_FALSE(llvm::sys::fs::remove_directories(folder_));
  }
  void write(llvm::StringRef name, llvm::StringRef text) {
    std::error_code error;
    llvm::raw_fd_ostream(name, error) << text;
    ASSERT_FALSE(error);
  }

private:
  llvm::SmallString<128> before_, folder_;
};

std::string render(const Report& report, TextOptions options = {}) {
  std::string text;
  llvm::raw_string_ostream out(text);
  renderText(report, options, out);
  return text;
}

Race statsRace() {
  Race race;
  race.id = "4f1c9a02";
  race.object = {"stats.total", "global variable", {"stats.c", 1, 29}};
  RaceAccess& write = race.accesses[0];
  write.kind = AccessKind::Write;
  write.at = {"stats.c", 3, 8};
  write.function = "add";
  write.origin = "thread worker";
  write.stack = {{"worker", {"main.c", 40, 3}}, {"add", {"stats.c", 3, 8}}};
  write.created = {{"main", {"main.c", 30, 5}}, {"start", {"main.c", 22, 7}}};
  RaceAccess& read = race.accesses[1];
  read.at = {"stats.c", 5, 26};
  read.function = "get";
  read.expression = "s->total";
  read.origin = "main";
  read.locks = {"stats_lock", "q->lock (shared)"};
  read.stack = {{"get", {"stats.c", 5, 26}}};
  race.why = {"no lock is held by both", "get runs while thread worker may be running"};
  return race;
}

Report statsReport() {
  Report report;
  report.functions = 12;
  report.origins = 3;
  report.sharedObjects = 4;
  report.races = {statsRace()};
  return report;
}

} // namespace

TEST_F(ReportText, OneRace) {
  EXPECT_EQ(render(statsReport()),
            R"(stats.c:3:8: warning: data race on 'stats.total': write in thread worker [4f1c9a02]
    3 |         stats.total += n;
      |               ^
  no locks held
  stack: worker (main.c:40:3)
         add (stats.c:3:8)
  created: main (main.c:30:5)
           start (main.c:22:7)
stats.c:5:26: note: conflicts with read of 's->total' in main
    5 | int get() { return stats.total; }
      |                          ^
  holding: stats_lock, q->lock (shared)
  in function get
stats.c:1:29: note: 'stats.total' is a global variable, declared here
    1 | struct stats { int total; } stats;
      |                             ^
  why: no lock is held by both
  why: get runs while thread worker may be running
  rank: 1.00

1 race on 1 location; 12 functions, 3 origins, 4 shared objects
)");
}

TEST_F(ReportText, NoSourceNoPlaces) {
  Report report = statsReport();
  Race& race = report.races[0];
  race.status = RaceStatus::Confirmed;
  race.object = {"buffer[*]", "heap object", {}};
  race.accesses[0].at = {"gone.c", 3, 0};
  race.accesses[0].stack.clear();
  race.accesses[0].created.clear();
  race.accesses[1].at = {};
  race.accesses[1].isAtomic = true;
  race.accesses[1].stack.clear();
  race.why.clear();
  EXPECT_EQ(render(report),
            R"(gone.c:3: warning: confirmed data race on 'buffer[*]': write in thread worker [4f1c9a02]
  no locks held
  in function add
<unknown>: note: conflicts with atomic read of 's->total' in main
  holding: stats_lock, q->lock (shared)
  in function get
  'buffer[*]' is a heap object

1 race on 1 location; 12 functions, 3 origins, 4 shared objects
)");
}

TEST_F(ReportText, OneOriginThatRunsTwice) {
  Report report = statsReport();
  Race& race = report.races[0];
  race.kind = RaceKind::MultipleWrite;
  race.accesses[1] = race.accesses[0];
  race.object = {"node->next", "heap object", {"stats.c", 2, 1}};
  race.why.clear();
  EXPECT_EQ(render(report),
            R"(stats.c:3:8: warning: data race on 'node->next': write in thread worker [4f1c9a02]
    3 |         stats.total += n;
      |               ^
  no locks held
  stack: worker (main.c:40:3)
         add (stats.c:3:8)
  created: main (main.c:30:5)
           start (main.c:22:7)
stats.c:3:8: note: conflicts with itself in another run of thread worker
stats.c:2:1: note: 'node->next' is a heap object, allocated here
    2 | void add(int n) {
      | ^
  rank: 1.00

1 race on 1 location; 12 functions, 3 origins, 4 shared objects
)");
}

TEST_F(ReportText, MoreAccesses) {
  Report report = statsReport();
  Race& race = report.races[0];
  race.more.assign(3, race.accesses[0]);
  race.more[1].at = {"other.c", 7, 0};
  TextOptions options;
  options.moreAccesses = 2;
  options.sourceLines = false;
  std::string text = render(report, options);
  EXPECT_NE(
      text.find("  and 3 more accesses: stats.c:3:8 (write, thread worker), other.c:7 (write, thread worker), ...\n"),
      std::string::npos)
      << text;
  EXPECT_EQ(text.find(" | "), std::string::npos) << text;
}

TEST_F(ReportText, SummaryOfNothing) {
  Report report;
  report.functions = 1;
  report.notes = {"the program creates no threads"};
  report.skipped = {{"unknown function", "foo", 3, {}},
                    {"inline assembly", "", 2, {"a.c", 4, 1}},
                    {"unknown function", "bar", 1, {}},
                    {"unknown function", "baz", 1, {}}};
  report.costs = {{"pointer", 1.5, 3 << 20, "7 functions"}};
  TextOptions options;
  options.skippedNames = 2;
  options.costs = true;
  EXPECT_EQ(render(report, options), R"(note: the program creates no threads
not analysed: unknown function, 5 times: foo, bar and 1 more
not analysed: inline assembly, 2 times, first at a.c:4:1
    1.500 s      3.0 MiB  pointer: 7 functions
no races; 1 function, 0 origins, 0 shared objects
)");
}

TEST_F(ReportText, LocationsAreCountedOnce) {
  Report report = statsReport();
  report.races.push_back(statsRace());
  report.races.push_back(statsRace());
  report.races[2].object.name = "other";
  std::string text = render(report);
  EXPECT_NE(text.find("3 races on 2 locations; "), std::string::npos) << text;
}

// A name in a binary or a source file must not steer the terminal.
TEST_F(ReportText, ControlCharactersAreShownAsQuestionMarks) {
  Report report = statsReport();
  report.races[0].object.name = "a\x1b[31m\nb\xff";
  write("stats.c", "\n\nint \x1b[2J\xff;\n");
  std::string text = render(report);
  EXPECT_NE(text.find("data race on 'a?[31m?b?'"), std::string::npos) << text;
  EXPECT_NE(text.find("    3 | int ?[2J?;\n      |        ^\n"), std::string::npos) << text;
}

TEST_F(ReportText, ColourIsOptional) {
  TextOptions options;
  EXPECT_EQ(render(statsReport(), options).find('\x1b'), std::string::npos);
  options.colour = true;
  EXPECT_NE(render(statsReport(), options).find('\x1b'), std::string::npos);
}

TEST_F(ReportText, FilesWithoutFinalNewlineAndOddLines) {
  write("a.c", "one\r\n\ntwo");
  SourceLines lines;
  EXPECT_EQ(lines.line("a.c", 1), "one");
  EXPECT_EQ(lines.line("a.c", 2), "");
  EXPECT_EQ(lines.line("a.c", 3), "two");
  EXPECT_EQ(lines.line("a.c", 4), "");
  EXPECT_EQ(lines.line("a.c", 0), "");
  EXPECT_EQ(lines.line("absent.c", 1), "");
  EXPECT_EQ(lines.line(".", 1), "");
  write("empty.c", "");
  EXPECT_EQ(lines.line("empty.c", 1), "");
  write("newline.c", "\nx\n");
  EXPECT_EQ(lines.line("newline.c", 1), "");
  EXPECT_EQ(lines.line("newline.c", 2), "x");
  EXPECT_EQ(lines.line("newline.c", 3), "");
}

TEST(ReportSnippet, TabsAndWideCharacters) {
  Snippet s = makeSnippet("\tx\ty", 4, 100);
  EXPECT_EQ(s.text, "        x       y");
  EXPECT_EQ(s.caret, 16u);
  s = makeSnippet("\xe6\xbc\xa2 = y", 5, 100); // one character of three bytes and two columns
  EXPECT_EQ(s.caret, 3u);
  EXPECT_TRUE(s.hasCaret);
  s = makeSnippet("short", 99, 100);
  EXPECT_FALSE(s.hasCaret);
  s = makeSnippet("short", 0, 100);
  EXPECT_FALSE(s.hasCaret);
}

TEST(ReportSnippet, LongLinesAreClippedAroundTheCaret) {
  for (size_t length : {size_t(200), size_t(100000)})
    for (size_t column : {size_t(1), size_t(90), length / 2, length}) {
      std::string line(length, 'a');
      line[column - 1] = 'X';
      Snippet s = makeSnippet(line, static_cast<unsigned>(column), 60);
      EXPECT_TRUE(s.hasCaret);
      EXPECT_LE(s.text.size(), 66u);
      ASSERT_LT(s.caret, s.text.size());
      EXPECT_EQ(s.text[s.caret], 'X') << length << " " << column;
    }
  EXPECT_EQ(makeSnippet("0123456789", 2, 6).text, "012345...");
  EXPECT_EQ(makeSnippet("0123456789", 10, 6).text, "...456789");
}

// What only a run knows: where memory was allocated, what one check stands for, how the program ended.
TEST_F(ReportText, ARun) {
  Report report;
  report.run = RunSeen{{"./app"}, 0, 9, 2, {}};
  Race race;
  race.id = "1";
  race.status = RaceStatus::Confirmed;
  race.object = {"p->n", "heap object", {"a.c", 7, 3}, "main", {{"main", {"a.c", 9, 1}}, {"make", {"a.c", 7, 3}}}};
  race.accesses[0].at = {"a.c", 1, 2};
  race.accesses[0].kind = AccessKind::Write;
  race.accesses[0].oneOf = {{"a.c", 1, 2}, {"a.c", 3, 4}};
  race.accesses[1].at = {"a.c", 5, 6};
  report.races = {race};
  EXPECT_EQ(render(report), R"(a.c:1:2: warning: confirmed data race on 'p->n': write [1]
  no locks held
  one of these, which are checked together: a.c:1:2, a.c:3:4
a.c:5:6: note: conflicts with read
  no locks held
a.c:7:3: note: 'p->n' is a heap object, allocated here by main
  allocated: main (a.c:9:1)
             make (a.c:7:3)

1 race on 1 location; 2 processes, ended by signal 9
)");
}
