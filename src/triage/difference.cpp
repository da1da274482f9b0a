// Two reports compared, for people and for programs.
#include "steward/triage.h"

#include "report/source_lines.h"

#include "llvm/Support/FormatVariadic.h"
#include "llvm/Support/JSON.h"
#include "llvm/Support/raw_ostream.h"

namespace steward {

static std::string placeOf(const SourceLocation& at) {
  return at.known() ? at.file + ":" + std::to_string(at.line) : at.file;
}

std::string differenceAsText(const ReportDifference& difference) {
  std::string text;
  llvm::raw_string_ostream out(text);
  auto list = [&](llvm::StringRef title, const std::vector<Race>& races) {
    if (races.empty()) return;
    out << title << ":\n";
    for (const Race& race : races)
      out << "  [" << race.id << "] '" << printable(race.object.name)
          << "': " << printable(placeOf(race.accesses[0].at)) << " and " << printable(placeOf(race.accesses[1].at))
          << '\n';
  };
  list("introduced", difference.introduced);
  list("fixed", difference.fixed);
  out << llvm::formatv("{0} introduced, {1} fixed, {2} unchanged\n", difference.introduced.size(),
                       difference.fixed.size(), difference.unchanged.size());
  return text;
}

std::string differenceAsJson(const ReportDifference& difference) {
  std::string text;
  llvm::raw_string_ostream stream(text);
  llvm::json::OStream out(stream, 2);
  auto fixed = [](const std::string& s) { return llvm::json::fixUTF8(s); };
  auto list = [&](llvm::StringRef name, const std::vector<Race>& races) {
    out.attributeArray(name, [&] {
      for (const Race& race : races)
        out.object([&] {
          out.attribute("id", fixed(race.id));
          out.attribute("object", fixed(race.object.name));
          out.attribute("rank", race.rank);
          out.attributeArray("at", [&] {
            for (const RaceAccess& a : race.accesses) out.value(fixed(placeOf(a.at)));
          });
        });
    });
  };
  out.object([&] {
    out.attribute("version", 1);
    list("introduced", difference.introduced);
    list("fixed", difference.fixed);
    list("unchanged", difference.unchanged);
  });
  out.flush();
  return text + "\n";
}

} // namespace steward
