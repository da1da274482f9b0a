#include "report/words.h"

#include "report/source_lines.h"
#include "report/text.h"

#include "llvm/ADT/MapVector.h"

namespace steward {

using llvm::StringRef;

std::string locationText(const SourceLocation& at) {
  std::string text = at.file.empty() ? "<unknown>" : printable(at.file);
  if (at.line) text += ":" + std::to_string(at.line);
  if (at.line && at.column) text += ":" + std::to_string(at.column);
  return text;
}

std::string countText(uint64_t n, StringRef one, StringRef many) {
  return std::to_string(n) + " " + (n == 1 ? one : many).str();
}

std::string accessText(const RaceAccess& a) {
  if (a.isFree) return "free";
  if (a.isDestroy) return "destruction";
  if (a.isAcquire) return "acquisition";
  return std::string(a.isAtomic ? "atomic " : "") + (a.kind == AccessKind::Write ? "write" : "read");
}

StringRef statusWord(RaceStatus status) {
  switch (status) {
  case RaceStatus::Suspected:
    return "suspected";
  case RaceStatus::Confirmed:
    return "confirmed";
  case RaceStatus::Refuted:
    return "refuted";
  }
  return "suspected";
}

std::vector<const std::vector<Race>*> listsOf(const Report& report) {
  return {&report.races, &report.known, &report.benign, &report.suppressed, &report.apart};
}

bool isAboutRank(StringRef sentence) {
  return sentence.starts_with("lower rank: ") || sentence.starts_with("higher rank: ");
}

void skippedText(const std::vector<Skipped>& skipped, unsigned names, llvm::raw_ostream& out) {
  struct Kind {
    uint64_t times = 0;
    std::vector<StringRef> names;
    SourceLocation first;
  };
  llvm::MapVector<StringRef, Kind> kinds;
  for (const Skipped& s : skipped) {
    Kind& kind = kinds[s.kind];
    kind.times += s.count;
    if (!s.what.empty()) kind.names.push_back(s.what);
    if (!kind.first.known()) kind.first = s.at;
  }
  for (auto& [name, kind] : kinds) {
    out << "not analysed: " << printable(name) << ", " << countText(kind.times, "time", "times");
    size_t shown = std::min<size_t>(kind.names.size(), names);
    for (size_t i = 0; i < shown; ++i) out << (i ? ", " : ": ") << printable(kind.names[i]);
    if (shown < kind.names.size()) out << (shown ? " and " : ": ") << kind.names.size() - shown << " more";
    if (kind.names.empty() && kind.first.known()) out << ", first at " << locationText(kind.first);
    out << '\n';
  }
}

} // namespace steward
