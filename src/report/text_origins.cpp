#include "report/origins.h"
#include "report/source_lines.h"
#include "report/text.h"

#include "llvm/ADT/MapVector.h"
#include "llvm/ADT/StringExtras.h"
#include "llvm/ADT/StringSwitch.h"
#include "llvm/Support/Format.h"

namespace steward {

using llvm::StringRef;

namespace {

// More of what an origin is given says little.
constexpr size_t shownAttributes = 6;

StringRef kindWord(const OriginRecord& o) { return o.kind == "declared" ? "origin" : StringRef(o.kind); }

// "2 signal handlers"
std::string countWord(StringRef kind, size_t count) {
  StringRef word = llvm::StringSwitch<StringRef>(kind)
                       .Case("signal", "signal handler")
                       .Case("event", "event handler")
                       .Case("exit", "exit handler")
                       .Case("origin", "declared origin")
                       .Default(kind);
  if (kind == "main") return "main";
  return (llvm::Twine(count) + " " + word + (count == 1 ? "" : "s")).str();
}

std::string manyWord(const OriginRecord& o) { return o.isMany ? "many" : "once"; }

class OriginsText {
public:
  OriginsText(const OriginsReport& report, llvm::raw_ostream& out) : report_(report), out_(out) {
    for (const OriginRecord& o : report.origins) {
      kind_ = std::max(kind_, kindWord(o).size());
      entry_ = std::max(entry_, printable(o.entry).size());
      at_ = std::max(at_, locationText(o.at).size());
    }
    number_ = std::to_string(report.origins.size()).size();
  }

  void origin(size_t id, const OriginRecord& o) {
    out_ << llvm::right_justify(std::to_string(id), static_cast<unsigned>(number_)) << "  "
         << llvm::left_justify(kindWord(o), static_cast<unsigned>(kind_)) << "  "
         << llvm::left_justify(printable(o.entry), static_cast<unsigned>(entry_)) << "  "
         << llvm::left_justify(o.at.known() ? locationText(o.at) : "", static_cast<unsigned>(at_)) << "  "
         << manyWord(o) << '\n';
    if (o.parent) line(createdWord(o), locationText(o.created) + " by " + nameOf(*o.parent) + through(o));
    if (!o.attributes.empty()) line("given", given(o));
    if (o.runsOn) {
      std::string where = nameOf(*o.runsOn);
      if (o.kind == "exit")
        where += ", at its end";
      else if (o.loop.known())
        where += ", by the loop at " + locationText(o.loop);
      else
        where += ", as far as can be told: its loop is not part of the program";
      line("runs on", where);
    }
  }

private:
  static StringRef createdWord(const OriginRecord& o) {
    return o.kind == "signal" ? "installed" : o.kind == "event" || o.kind == "exit" ? "registered" : "created";
  }

  void line(StringRef what, StringRef text) {
    out_.indent(static_cast<unsigned>(number_) + 4) << llvm::left_justify(what, 10) << "  " << text << '\n';
  }

  std::string nameOf(size_t id) const { return printable(report_.origins[id].name); }

  // The functions between the parent's entry and the call, and where they are entered.
  static std::string through(const OriginRecord& o) {
    if (o.stack.size() < 2) return "";
    std::string text = " at " + locationText(o.stack[0].at) + ", through ";
    for (size_t k = 1; k < o.stack.size(); ++k) text += (k > 1 ? " > " : "") + printable(o.stack[k].function);
    return text;
  }

  static std::string given(const OriginRecord& o) {
    std::vector<std::string> names;
    for (const std::string& name : o.attributes)
      if (names.size() < shownAttributes) names.push_back(printable(name));
    std::string text = llvm::join(names, ", ");
    if (o.attributes.size() > shownAttributes)
      text += " and " + std::to_string(o.attributes.size() - shownAttributes) + " more";
    return text;
  }

  const OriginsReport& report_;
  llvm::raw_ostream& out_;
  size_t number_ = 0, kind_ = 0, entry_ = 0, at_ = 0;
};

} // namespace

void renderOriginsText(const OriginsReport& report, llvm::raw_ostream& out) {
  OriginsText text(report, out);
  llvm::MapVector<StringRef, size_t> kinds;
  for (size_t id = 0; id < report.origins.size(); ++id) {
    text.origin(id, report.origins[id]);
    ++kinds[kindWord(report.origins[id])];
  }
  for (const std::string& note : report.notes) out << "note: " << printable(note) << '\n';
  out << report.origins.size() << (report.origins.size() == 1 ? " origin: " : " origins: ");
  llvm::interleaveComma(kinds, out, [&](const auto& kind) { out << countWord(kind.first, kind.second); });
  out << '\n';
}

} // namespace steward
