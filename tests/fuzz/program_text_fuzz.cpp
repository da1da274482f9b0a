// Whatever the bytes, reading them as a program gives an error or a program; and a program prints to a text that reads
// back as the same program.
#include "../unit/same_program.h"

#include "program/parse.h"
#include "program/print.h"

using namespace steward;

static std::string textOf(const Program& program) {
  std::string text;
  llvm::raw_string_ostream out(text);
  print(program, out);
  return text;
}

static void require(bool holds, llvm::StringRef what) {
  if (holds) return;
  llvm::errs() << what << '\n';
  abort();
}

extern "C" int LLVMFuzzerTestOneInput(const uint8_t* data, size_t size) {
  auto program = parseProgram(llvm::StringRef(reinterpret_cast<const char*>(data), size), "fuzz");
  if (!program) {
    std::string error = llvm::toString(program.takeError());
    require(llvm::StringRef(error).starts_with("fuzz:"), error);
    return 0;
  }
  std::string text = textOf(*program);
  auto again = parseProgram(text, "again");
  if (!again) require(false, llvm::toString(again.takeError()) + "\n" + text);
  require(textOf(*again) == text, "the text differs");
  // Bodies may stand in any order in the input, and types and positions be numbered as they are met, but what comes out
  // of the printer is in order: from there on, every array is the same.
  auto third = parseProgram(textOf(*again), "third");
  require(static_cast<bool>(third), "the text is refused");
  std::string difference = firstDifference(*again, *third);
  require(difference.empty(), difference);
  return 0;
}
