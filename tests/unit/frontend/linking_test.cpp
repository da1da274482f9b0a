// Modules are linked by name; sources of the corpus lower to sound programs that read back as they were.
#include "same_program.h"

#include "frontend/llvm/frontend.h"
#include "program/parse.h"
#include "program/print.h"
#include "program/verify.h"

#include "llvm/Support/FileSystem.h"
#include "llvm/Support/raw_ostream.h"

#include "gtest/gtest.h"

#include <algorithm>
#include <filesystem>

using namespace steward;

namespace {

struct Linked {
  explicit Linked(std::initializer_list<const char*> modules) {
    std::vector<std::string> files;
    for (const char* module : modules) {
      llvm::SmallString<128> path;
      int descriptor = -1;
      EXPECT_FALSE(llvm::sys::fs::createTemporaryFile("linking", "ll", descriptor, path));
      llvm::raw_fd_ostream(descriptor, /*shouldClose=*/true) << module;
      files.push_back(std::string(path));
    }
    auto read = readLlvmProgram({files, {}});
    for (const std::string& file : files) EXPECT_FALSE(llvm::sys::fs::remove(file));
    if (!read) {
      error = llvm::toString(read.takeError());
      return;
    }
    EXPECT_EQ(verify(*read), std::vector<std::string>());
    llvm::raw_string_ostream stream(text);
    print(*read, stream);
  }
  bool has(const char* part) const { return text.find(part) != std::string::npos; }
  std::string text, error;
};

constexpr const char* caller = "declare i32 @f()\ndefine i32 @g() {\n  %r = call i32 @f()\n  ret i32 %r\n}\n";

} // namespace

TEST(Linking, ADeclarationIsTheDefinitionOfAnotherModule) {
  Linked l({caller, "define i32 @f() {\n  ret i32 1\n}\n"});
  EXPECT_TRUE(l.has("return 1")) << l.text;
  EXPECT_TRUE(l.has("call @f()"));
}

TEST(Linking, AStrongDefinitionWinsOverAWeakOne) {
  Linked l({caller, "define weak i32 @f() {\n  ret i32 1\n}\n", "define i32 @f() {\n  ret i32 2\n}\n"});
  EXPECT_TRUE(l.has("return 2")) << l.text;
  EXPECT_FALSE(l.has("return 1"));
}

TEST(Linking, InternalNamesStayApart) {
  const char* module = "@x = internal global i32 0\ndefine i32 @NAME() {\n  %r = load i32, ptr @x\n  ret i32 %r\n}\n";
  std::string first = module, second = module;
  first.replace(first.find("NAME"), 4, "a");
  second.replace(second.find("NAME"), 4, "b");
  Linked l({first.c_str(), second.c_str()});
  size_t one = l.text.find("global @"), two = l.text.find("global @", one + 1);
  EXPECT_NE(one, std::string::npos) << l.text;
  EXPECT_NE(two, std::string::npos) << l.text;
}

TEST(Linking, TwoStrongDefinitionsAreAMistakeThatNamesThem) {
  Linked l({"define i32 @f() {\n  ret i32 1\n}\n", "define i32 @f() {\n  ret i32 2\n}\n"});
  EXPECT_NE(l.error.find("defines 'f'"), std::string::npos) << l.error;
}

TEST(Linking, WhatCannotBeReadIsOneLineThatNamesTheFile) {
  for (const char* bad : {"", "no IR at all", "define i32 @f() {\n  ret i64 1\n}\n"}) {
    Linked l({bad});
    EXPECT_EQ(l.error.find(".ll: ") == std::string::npos, false) << l.error;
    EXPECT_EQ(l.error.find('\n'), std::string::npos) << l.error;
  }
}

// Every fourth file of the corpus, which covers C, C++ with exceptions, atomics, unions and the rest in a few seconds.
TEST(Corpus, LowersToSoundProgramsThatReadBackTheSame) {
  std::vector<std::string> files;
  for (const auto& entry : std::filesystem::recursive_directory_iterator(STEWARD_SOURCE_DIR "/tests/corpus"))
    if (entry.path().extension() == ".c" || entry.path().extension() == ".cpp") files.push_back(entry.path().string());
  std::sort(files.begin(), files.end());
  ASSERT_GT(files.size(), 100u);
  for (size_t n = 0; n < files.size(); n += 4) {
    std::vector<std::string> flags{"-pthread"};
    if (llvm::StringRef(files[n]).ends_with(".cpp")) flags.push_back("-std=c++20");
    auto program = readLlvmProgram({{files[n]}, flags});
    ASSERT_TRUE(!!program) << llvm::toString(program.takeError());
    EXPECT_EQ(verify(*program), std::vector<std::string>()) << files[n];
    std::string text;
    llvm::raw_string_ostream stream(text);
    print(*program, stream);
    auto again = parseProgram(text, "text");
    ASSERT_TRUE(!!again) << files[n] << ": " << llvm::toString(again.takeError());
    EXPECT_EQ(firstDifference(*program, *again), "") << files[n];
  }
}
