// The entry that starts declared origins.
#include "program/process.h"

#include "program/parse.h"
#include "program/print.h"
#include "program/verify.h"

#include "gtest/gtest.h"

using namespace steward;

static Program parsed(const char* text) {
  auto program = parseProgram(text, "test.steward");
  EXPECT_TRUE(bool(program)) << llvm::toString(program.takeError());
  return std::move(*program);
}

static FunctionId named(const Program& program, llvm::StringRef name) {
  for (uint32_t f = 0; f < program.functions.size(); ++f)
    if (program.text(program.functions[FunctionId(f)].linkName) == name) return FunctionId(f);
  return {};
}

TEST(Process, StartsOriginsThenTheProgram) {
  Program program = parsed(R"(
type handler = function { a : long, b : pointer }
function @on_request(%number, %memory) : handler origin {
  return
}
function @on_timer() origin_once {
  return
}
function @main() {
  return
})");
  EXPECT_EQ(program.functions[named(program, "on_request")].origin, OriginMark::Many);
  EXPECT_EQ(program.functions[named(program, "on_timer")].origin, OriginMark::Once);
  FunctionId entry =
      addProcess(program, {{named(program, "on_request"), "start many"}, {named(program, "on_timer"), "start once"}},
                 named(program, "main"));
  EXPECT_EQ(verify(program), std::vector<std::string>());
  std::string text;
  llvm::raw_string_ostream stream(text);
  print(program, entry, stream);
  EXPECT_EQ(text, R"TEXT(function @"(process)"() {
b0:
  %0 = call @steward::memory() synthetic
  store %0, %0, 8 synthetic
  call @"start many"(&on_request, undefined, %0) synthetic
  call @"start once"(&on_timer) synthetic
  call @main() synthetic
  return synthetic
}
)TEXT");
}

TEST(Process, NeedsNoMain) {
  Program program = parsed("function @on_timer() origin {\n return\n}\n");
  addProcess(program, {{FunctionId(0), "start"}}, {});
  EXPECT_EQ(verify(program), std::vector<std::string>());
}
