#include "steward/report.h"

#include "report/explain.h"
#include "report/guarded.h"
#include "report/html.h"
#include "report/json.h"
#include "report/origins.h"
#include "report/sarif.h"
#include "report/text.h"

#include "llvm/ADT/SmallString.h"
#include "llvm/Support/FileSystem.h"
#include "llvm/Support/Format.h"
#include "llvm/Support/MemoryBuffer.h"

namespace steward {

std::string reportAsText(const Report& report, TextStyle style) {
  std::string text;
  llvm::raw_string_ostream stream(text);
  stream.enable_colors(style.colour);
  TextOptions options;
  options.colour = style.colour;
  options.links = style.links;
  renderText(report, options, stream);
  return text;
}

std::string reportAsJson(const Report& report) {
  std::string text;
  llvm::raw_string_ostream stream(text);
  renderJson(report, stream);
  return text;
}

std::string reportAsSarif(const Report& report) {
  std::string text;
  llvm::raw_string_ostream stream(text);
  llvm::SmallString<256> folder;
  SarifOptions options;
  options.root = llvm::sys::fs::current_path(folder) ? "/" : folder.str().str();
  renderSarif(report, options, stream);
  return text;
}

std::string guardedAsPatch(const Report& report) {
  std::string text;
  llvm::raw_string_ostream stream(text);
  llvm::SmallString<256> folder;
  renderGuarded(report, llvm::sys::fs::current_path(folder) ? "/" : folder.str().str(), stream);
  return text;
}

std::string reportAsHtml(const Report& report) {
  std::string text;
  llvm::raw_string_ostream stream(text);
  renderHtml(report, stream);
  return text;
}

ReadReport readReport(const std::string& file) {
  auto buffer = llvm::MemoryBuffer::getFile(file);
  if (!buffer) return {std::nullopt, file + ": " + buffer.getError().message()};
  auto report = readJsonReport((*buffer)->getBuffer(), file);
  if (!report) return {std::nullopt, llvm::toString(report.takeError())};
  return {std::move(*report), {}};
}

Explanation explainRace(const Report& report, const std::string& id) {
  std::string text;
  llvm::raw_string_ostream stream(text);
  auto race = findRace(report, id);
  if (!race) return {{}, llvm::toString(race.takeError())};
  explain(**race, stream);
  return {text, {}};
}

std::string originsAsText(const OriginsReport& report) {
  std::string text;
  llvm::raw_string_ostream stream(text);
  renderOriginsText(report, stream);
  return text;
}

std::string originsAsJson(const OriginsReport& report) {
  std::string text;
  llvm::raw_string_ostream stream(text);
  renderOriginsJson(report, stream);
  return text;
}

std::string costsAsText(const Report& report) {
  std::string text;
  llvm::raw_string_ostream stream(text);
  stream << llvm::left_justify("stage", 18) << "     time   peak memory\n";
  double seconds = 0;
  for (const StageCost& cost : report.costs) {
    seconds += cost.seconds;
    stream << llvm::left_justify(cost.stage, 18)
           << llvm::format(" %7.3f s %8.1f MiB  ", cost.seconds, static_cast<double>(cost.peakBytes) / (1 << 20))
           << cost.detail << '\n';
  }
  stream << llvm::left_justify("all", 18) << llvm::format(" %7.3f s\n", seconds);
  return text;
}

} // namespace steward
