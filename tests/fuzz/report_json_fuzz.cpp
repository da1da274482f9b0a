// Whatever the bytes, reading them as a report gives an error or a report; and a report that was read writes to a text
// that reads back as the same, and can be shown.
#include "report/html.h"
#include "report/json.h"
#include "report/sarif.h"
#include "report/text.h"

#include "llvm/Support/JSON.h"

using namespace steward;

static std::string textOf(const Report& report) {
  std::string text;
  llvm::raw_string_ostream out(text);
  renderJson(report, out);
  return text;
}

extern "C" int LLVMFuzzerTestOneInput(const uint8_t* data, size_t size) {
  auto report = readJsonReport(llvm::StringRef(reinterpret_cast<const char*>(data), size), "fuzz");
  if (!report) {
    llvm::consumeError(report.takeError());
    return 0;
  }
  TextOptions options;
  options.sourceLines = false; // a fuzzer is not to open files of its choice
  renderText(*report, options, llvm::nulls());
  renderHtml(*report, llvm::nulls(), /*sourceLines=*/false);
  std::string sarif;
  llvm::raw_string_ostream out(sarif);
  renderSarif(*report, {.root = "/", .limits = {}, .sourceLines = false}, out);
  if (auto log = llvm::json::parse(sarif); !log) abort();
  std::string text = textOf(*report);
  auto again = readJsonReport(text, "again");
  if (!again || textOf(*again) != text) abort();
  return 0;
}
