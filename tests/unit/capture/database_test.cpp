// Compile databases and records of builds, right and wrong.
#include "capture/database.h"
#include "capture/events.h"
#include "capture/generated_links.h"

#include "gtest/gtest.h"

using namespace steward;
using Words = std::vector<std::string>;

static std::string errorOf(const char* text) {
  auto entries = parseDatabase(text, "db.json", "/b");
  return entries ? "" : llvm::toString(entries.takeError());
}

TEST(Database, CommandsAndArguments) {
  auto entries = parseDatabase(R"([
    {"directory": "/s", "file": "a.c", "command": "gcc -DX=\\\"y\\\" -c 'a b.c'", "output": "o/a.o"},
    {"directory": "sub", "file": "/x/b.c", "arguments": ["cc", "-c", "b.c"]}])",
                               "db.json", "/b");
  ASSERT_TRUE(static_cast<bool>(entries));
  ASSERT_EQ(entries->size(), 2u);
  EXPECT_EQ((*entries)[0].command.arguments, (Words{"gcc", "-DX=\"y\"", "-c", "a b.c"}));
  EXPECT_EQ((*entries)[0].file, "/s/a.c");
  EXPECT_EQ((*entries)[0].output, "/s/o/a.o");
  EXPECT_EQ((*entries)[1].command.directory, "/b/sub");
  EXPECT_EQ((*entries)[1].file, "/x/b.c");
}

TEST(Database, WhatIsWrongIsSaid) {
  EXPECT_EQ(errorOf("[]"), "");
  EXPECT_TRUE(errorOf("[").starts_with("db.json: not JSON: "));
  EXPECT_EQ(errorOf("{}"), "db.json: not a compile database: it is not a list");
  EXPECT_EQ(errorOf("[1]"), "db.json: not a compile database: entry 1 is not an object");
  EXPECT_EQ(errorOf(R"([{"file": "a.c"}])"), "db.json: not a compile database: entry 1 has no directory");
  EXPECT_EQ(errorOf(R"([{"directory": "/"}])"), "db.json: not a compile database: entry 1 has no file");
  EXPECT_EQ(errorOf(R"([{"directory": "/", "file": "a.c"}])"),
            "db.json: not a compile database: entry 1 has neither arguments nor a command");
  EXPECT_EQ(errorOf(R"([{"directory": "/", "file": "a.c", "command": ""}])"),
            "db.json: not a compile database: entry 1 has an empty command");
  EXPECT_EQ(errorOf(std::string(100000, '[').c_str()), "db.json: not a compile database: it nests too deep");
}

TEST(Events, WhatCompilersStartAndWhatFailedIsLeftOut) {
  auto start = [](const char* id, int process, int parent, const char* words) {
    return std::string(R"({"rid":")") + id + R"(","started":{"execution":{"arguments":)" + words +
           R"(,"working_dir":"/b"},"pid":)" + std::to_string(process) + R"(,"ppid":)" + std::to_string(parent) + "}}\n";
  };
  std::string text = start("1", 10, 1, R"(["make"])") + start("2", 11, 10, R"(["gcc","-c","a.c"])") +
                     start("3", 12, 11, R"(["/usr/lib/gcc/cc1","a.c"])") +
                     start("4", 13, 10, R"(["gcc","-o","p","a.o"])") + start("5", 14, 13, R"(["collect2","a.o"])") +
                     start("6", 15, 14, R"(["ld","-o","p","a.o"])") + start("7", 16, 10, R"(["cc","-c","bad.c"])") +
                     R"({"rid":"7","terminated":{"status":"1"}})" + "\n";
  auto commands = parseEvents(text);
  ASSERT_TRUE(static_cast<bool>(commands));
  ASSERT_EQ(commands->size(), 2u);
  EXPECT_EQ((*commands)[0].arguments, (Words{"gcc", "-c", "a.c"}));
  EXPECT_EQ((*commands)[1].arguments, (Words{"gcc", "-o", "p", "a.o"}));
  EXPECT_EQ((*commands)[0].directory, "/b");
  auto wrong = parseEvents("{");
  EXPECT_FALSE(static_cast<bool>(wrong));
  llvm::consumeError(wrong.takeError());
}

TEST(Events, TheRecordersOwnForm) {
  auto record = [](std::string text) {
    for (char& c : text)
      if (c == '|') c = '\0';
    return parseRecord(text);
  };
  auto commands =
      record("10|1|1|/b|make|\n11|10|3|/b/sub|gcc|-c|a.c|\n12|11|2|/b|as|a.s|\n13|10|4|/b|cc|-c|\nodd.c|-DX=\n|\n");
  ASSERT_TRUE(static_cast<bool>(commands));
  ASSERT_EQ(commands->size(), 2u);
  EXPECT_EQ((*commands)[0], (BuildCommand{"/b/sub", {"gcc", "-c", "a.c"}}));
  EXPECT_EQ((*commands)[1].arguments[2], "\nodd.c");
  for (const char* wrong : {"x", "1|2|3|/b|a|\n", "1|2|0|/b|\n", "1|2|1|/b|a", "1|2|99999999999|/b|a|\n"}) {
    auto damaged = record(wrong);
    EXPECT_FALSE(static_cast<bool>(damaged)) << wrong;
    llvm::consumeError(damaged.takeError());
  }
}

TEST(Events, LinesOfShellAreSplitAtTheirCommands) {
  auto commands = splitShellLine(": && /usr/bin/cc a.o -o 'my prog' && cd sub && ar qc lib.a x.o && :", "/b");
  ASSERT_EQ(commands.size(), 4u);
  EXPECT_EQ(commands[1].arguments, (Words{"/usr/bin/cc", "a.o", "-o", "my prog"}));
  EXPECT_EQ(commands[2].directory, "/b/sub");
}
