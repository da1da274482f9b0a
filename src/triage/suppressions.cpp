#include "triage/suppressions.h"

#include "llvm/ADT/STLExtras.h"
#include "llvm/ADT/SmallVector.h"

namespace steward {

using llvm::StringRef;

// Piece by piece: each where it is first found behind the one before, the last of a tied pattern at the end.
bool matchesPattern(StringRef text, StringRef pattern) {
  bool isTiedToStart = pattern.consume_front("^"), isTiedToEnd = pattern.consume_back("$");
  llvm::SmallVector<StringRef, 4> pieces;
  pattern.split(pieces, '*', -1, /*KeepEmpty=*/false);
  // A star at an end unties it.
  isTiedToStart &= !pattern.starts_with("*");
  isTiedToEnd &= !pattern.ends_with("*");
  if (pieces.empty()) return !pattern.empty() || (isTiedToStart && isTiedToEnd && text.empty());
  StringRef rest = text;
  for (size_t n = 0; n < pieces.size(); ++n) {
    bool isLast = n + 1 == pieces.size();
    if (n == 0 && isTiedToStart) {
      if (!rest.starts_with(pieces[n])) return false;
      if (isLast && isTiedToEnd) return rest == pieces[n];
      rest = rest.drop_front(pieces[n].size());
      continue;
    }
    if (isLast && isTiedToEnd) return rest.ends_with(pieces[n]);
    size_t at = rest.find(pieces[n]);
    if (at == StringRef::npos) return false;
    rest = rest.drop_front(at + pieces[n].size());
  }
  return true;
}

llvm::Expected<std::vector<Suppression>> parseSuppressions(StringRef text, StringRef file) {
  std::vector<Suppression> result;
  for (unsigned line = 1; !text.empty(); ++line) {
    auto [raw, rest] = text.split('\n');
    text = rest;
    StringRef entry = raw.trim();
    if (entry.empty() || entry.starts_with("#")) continue;
    std::string at = (file + ":" + llvm::Twine(line)).str();
    auto [kind, pattern] = entry.split(':');
    if (!entry.contains(':'))
      return llvm::createStringError(at + ": a suppression is KIND:PATTERN, as race:my_function");
    static constexpr StringRef kinds[] = {"race",   "race_top", "thread",         "mutex",
                                          "signal", "deadlock", "called_from_lib"};
    if (!llvm::is_contained(kinds, kind))
      return llvm::createStringError(at + ": unknown kind of suppression '" + kind + "'");
    if (pattern.empty()) return llvm::createStringError(at + ": the pattern is empty");
    result.push_back({kind.str(), pattern.str(), at});
  }
  return result;
}

std::optional<std::string> SourceComments::reasonIn(StringRef file, unsigned line, bool isAlone) {
  static constexpr StringRef mark = "steward-ignore";
  StringRef text = lines_.line(file, line);
  size_t at = text.find(mark);
  if (at == StringRef::npos) return std::nullopt;
  // Behind the start of a comment.
  StringRef before = text.take_front(at).rtrim();
  if (!before.ends_with("//") && !before.ends_with("/*")) return std::nullopt;
  if (isAlone && !before.drop_back(2).trim().empty()) return std::nullopt;
  StringRef reason = text.drop_front(at + mark.size()).ltrim();
  std::string place = (file + ":" + llvm::Twine(line)).str();
  if (reason.consume_front(":")) {
    reason = reason.trim();
    reason.consume_back("*/");
    reason = reason.trim();
    if (!reason.empty()) return reason.str();
  }
  if (!llvm::is_contained(withoutReason_, place)) withoutReason_.push_back(place);
  return std::nullopt;
}

std::optional<std::string> SourceComments::reasonAt(const SourceLocation& at) {
  if (!at.known()) return std::nullopt;
  SourceLocation key{at.file, at.line};
  auto [it, isNew] = known_.try_emplace(key);
  if (!isNew) return it->second;
  it->second = reasonIn(at.file, at.line, false);
  if (!it->second && at.line > 1) it->second = reasonIn(at.file, at.line - 1, true);
  return it->second;
}

} // namespace steward
