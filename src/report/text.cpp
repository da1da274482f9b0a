#include "report/text.h"

#include "report/source_lines.h"
#include "report/uri.h"
#include "report/words.h"

#include "llvm/ADT/SmallString.h"
#include "llvm/ADT/StringExtras.h"
#include "llvm/Support/FileSystem.h"
#include "llvm/Support/Format.h"

#include <set>
#include <unistd.h>

namespace steward {

using llvm::raw_ostream;
using llvm::StringRef;

namespace {

class TextRenderer {
public:
  TextRenderer(const TextOptions& options, raw_ostream& out) : options_(options), out_(out) {
    if (options.colour) out.enable_colors(true);
  }

  void program(const ProgramSeen& program);
  void race(const Race& race);
  void summary(const Report& report);

private:
  // Starts a diagnostic: "FILE:LINE:COL: severity: ".
  void head(const SourceLocation& at, StringRef severity, raw_ostream::Colors colour);
  void place(const SourceLocation& at);
  void source(const SourceLocation& at);
  void access(const RaceAccess& a);
  void frames(StringRef title, const std::vector<StackFrame>& frames);
  void object(const RaceObject& o);
  void more(const std::vector<RaceAccess>& accesses);
  void costs(const std::vector<StageCost>& costs);

  void colour(raw_ostream::Colors colour, bool bold = false) {
    if (options_.colour) out_.changeColor(colour, bold);
  }
  void plain() {
    if (options_.colour) out_.resetColor();
  }

  const TextOptions& options_;
  raw_ostream& out_;
  SourceLines lines_;
  llvm::SmallString<128> folder_; // the current one, once it is needed
};

} // namespace

// "write of 's->total' in thread worker"; the expression only where it says more than the object's name.
static std::string accessInOrigin(const RaceAccess& a, StringRef objectName) {
  std::string text = accessText(a);
  if (!a.expression.empty() && a.expression != objectName) text += " of '" + printable(a.expression) + "'";
  if (!a.origin.empty()) text += " in " + printable(a.origin);
  return text;
}

void TextRenderer::head(const SourceLocation& at, StringRef severity, raw_ostream::Colors severityColour) {
  colour(raw_ostream::SAVEDCOLOR, true);
  place(at);
  out_ << ": ";
  colour(severityColour, true);
  out_ << severity << ": ";
  plain();
}

// "stats.c:12:9", as a link where terminals know links. The host keeps one from opening files of another machine.
void TextRenderer::place(const SourceLocation& at) {
  bool isLink = options_.links && !at.file.empty();
  if (isLink) {
    if (folder_.empty() && llvm::sys::fs::current_path(folder_)) folder_ = "/";
    char host[256] = "";
    if (gethostname(host, sizeof host - 1) != 0) host[0] = '\0';
    out_ << "\033]8;;" << fileUri(absolutePath(at.file, folder_), percentEncoded(host));
    if (at.known()) out_ << '#' << at.line;
    out_ << "\033\\";
  }
  out_ << locationText(at);
  if (isLink) out_ << "\033]8;;\033\\";
}

void TextRenderer::source(const SourceLocation& at) {
  if (!options_.sourceLines) return;
  StringRef line = lines_.line(at.file, at.line);
  if (line.trim().empty()) return;
  Snippet snippet = makeSnippet(line, at.column, options_.width);
  out_ << llvm::format("%5u | ", at.line) << snippet.text << '\n';
  if (!snippet.hasCaret) return;
  out_ << "      | ";
  out_.indent(snippet.caret);
  colour(raw_ostream::GREEN, true);
  out_ << '^';
  plain();
  out_ << '\n';
}

void TextRenderer::frames(StringRef title, const std::vector<StackFrame>& frames) {
  for (const StackFrame& frame : frames) {
    out_ << "  ";
    if (&frame == &frames.front())
      out_ << title;
    else
      out_.indent(static_cast<unsigned>(title.size()));
    out_ << (frame.function.empty() ? "<unknown>" : printable(frame.function));
    if (frame.at.known() || !frame.at.file.empty()) {
      out_ << " (";
      place(frame.at);
      out_ << ')';
    }
    out_ << '\n';
  }
}

void TextRenderer::access(const RaceAccess& a) {
  if (a.locks.empty()) {
    out_ << "  no locks held\n";
  } else {
    out_ << "  holding: ";
    llvm::interleaveComma(a.locks, out_, [&](const std::string& lock) { out_ << printable(lock); });
    out_ << '\n';
  }
  if (a.stack.size() > 1)
    frames("stack: ", a.stack);
  else if (!a.function.empty())
    out_ << "  in function " << printable(a.function) << '\n';
  frames("created: ", a.created);
  if (a.oneOf.empty()) return;
  out_ << "  one of these, which are checked together: ";
  for (const SourceLocation& at : a.oneOf) {
    out_ << (&at == a.oneOf.data() ? "" : ", ");
    place(at);
  }
  out_ << '\n';
}

// " is a heap object", " is an array"; nothing if it is not known.
static std::string whatText(const RaceObject& o) {
  if (o.what.empty()) return "";
  bool startsWithVowel = StringRef("aeiou").contains(o.what[0]);
  return (startsWithVowel ? " is an " : " is a ") + printable(o.what);
}

void TextRenderer::object(const RaceObject& o) {
  bool isAllocated = StringRef(o.what).contains("heap");
  std::string ofOrigin = o.origin.empty() ? "" : (isAllocated ? " by " : " of ") + printable(o.origin);
  if (!o.allocated.known()) {
    if (!o.what.empty()) out_ << "  '" << printable(o.name) << '\'' << whatText(o) << ofOrigin << '\n';
    return;
  }
  head(o.allocated, "note", raw_ostream::CYAN);
  out_ << '\'' << printable(o.name) << '\'' << whatText(o) << (o.what.empty() ? " is " : ", ")
       << (isAllocated ? "allocated" : "declared") << " here" << ofOrigin << '\n';
  source(o.allocated);
  if (o.stack.size() > 1) frames("allocated: ", o.stack);
}

void TextRenderer::more(const std::vector<RaceAccess>& accesses) {
  if (accesses.empty()) return;
  out_ << "  and " << countText(accesses.size(), "more access", "more accesses") << ": ";
  size_t shown = std::min<size_t>(accesses.size(), options_.moreAccesses);
  for (size_t i = 0; i < shown; ++i) {
    const RaceAccess& a = accesses[i];
    out_ << (i ? ", " : "");
    place(a.at);
    out_ << " (" << accessText(a);
    if (!a.origin.empty()) out_ << ", " << printable(a.origin);
    out_ << ')';
  }
  if (shown < accesses.size()) out_ << (shown ? ", ..." : "...");
  out_ << '\n';
}

static StringRef statusText(RaceStatus status) {
  switch (status) {
  case RaceStatus::Suspected:
    return "";
  case RaceStatus::Confirmed:
    return "confirmed ";
  case RaceStatus::Refuted:
    return "refuted ";
  }
  return "";
}

void TextRenderer::program(const ProgramSeen& program) {
  colour(raw_ostream::SAVEDCOLOR, true);
  out_ << "program " << printable(program.name);
  plain();
  out_ << ": " << program.compiled << " of " << countText(program.sources, "source file", "source files")
       << " compiled, " << program.reached << " of " << countText(program.functions, "function", "functions")
       << " reached\n\n";
}

void TextRenderer::race(const Race& race) {
  const RaceAccess &first = race.accesses[0], &second = race.accesses[1];
  head(first.at, race.benign.empty() ? "warning" : "remark", raw_ostream::MAGENTA);
  colour(raw_ostream::SAVEDCOLOR, true);
  out_ << statusText(race.status) << (race.benign.empty() ? "data race on '" : "benign data race on '")
       << printable(race.object.name) << "': " << accessInOrigin(first, race.object.name) << " [" << printable(race.id)
       << "]\n";
  plain();
  source(first.at);
  access(first);

  head(second.at, "note", raw_ostream::CYAN);
  bool isItself = first.at == second.at && first.kind == second.kind && first.origin == second.origin &&
                  first.function == second.function;
  if (isItself) {
    // One origin that runs several times: the same line again would tell nothing new.
    out_ << "conflicts with itself in another run of " << printable(first.origin) << '\n';
  } else {
    out_ << "conflicts with " << accessInOrigin(second, race.object.name) << '\n';
    source(second.at);
    access(second);
  }
  object(race.object);
  for (const std::string& sentence : race.why) out_ << "  why: " << printable(sentence) << '\n';
  if (!race.benign.empty()) out_ << "  benign: " << printable(race.benign) << '\n';
  // The likeliest: the lock that others take, or else what comes last and asks least, an atomic.
  if (!race.remedies.empty() && race.benign.empty())
    out_ << "  fix: " << printable(race.lockUses.empty() ? race.remedies.back() : race.remedies.front()) << '\n';
  // What happened needs no rank.
  if (race.status != RaceStatus::Confirmed) out_ << llvm::format("  rank: %.2f\n", race.rank);
  more(race.more);
  out_ << '\n';
}

void TextRenderer::costs(const std::vector<StageCost>& costs) {
  for (const StageCost& c : costs) {
    out_ << llvm::format("%9.3f s %8.1f MiB  ", c.seconds, static_cast<double>(c.peakBytes) / (1 << 20))
         << printable(c.stage);
    if (!c.detail.empty()) out_ << ": " << printable(c.detail);
    out_ << '\n';
  }
}

void TextRenderer::summary(const Report& report) {
  std::set<std::pair<StringRef, SourceLocation>> locations;
  for (const Race& r : report.races) locations.insert({r.object.name, r.object.allocated});
  for (const std::string& note : report.notes) out_ << "note: " << printable(note) << '\n';
  skippedText(report.skipped, options_.skippedNames, out_);
  if (report.hidden)
    out_ << "not listed: " << countText(report.hidden, "race", "races") << " of a rank below "
         << llvm::format("%.2f", report.minRank) << ", more likely false than real (--min-rank 0 lists all)\n";
  if (!report.apart.empty())
    out_ << "apart: " << countText(report.apart.size(), "race", "races")
         << " in code that is not the project's (--format json lists them)\n";
  if (!report.baseline.empty())
    out_ << "baseline " << printable(report.baseline) << ": " << countText(report.known.size(), "race", "races")
         << " known, " << report.fixed.size() << " gone\n";
  if (options_.costs) costs(report.costs);
  if (report.races.empty())
    out_ << (report.known.empty() ? "no races" : "no new races");
  else
    out_ << countText(report.races.size(), "race", "races") << " on "
         << countText(locations.size(), "location", "locations");
  if (!report.benign.empty()) out_ << ", " << report.benign.size() << " benign";
  if (!report.suppressed.empty()) out_ << ", " << report.suppressed.size() << " suppressed";
  if (report.run) {
    out_ << "; " << countText(report.run->processes, "process", "processes") << ", ended ";
    if (report.run->signal)
      out_ << "by signal " << report.run->signal << '\n';
    else
      out_ << "with status " << report.run->status << '\n';
    return;
  }
  out_ << "; " << countText(report.functions, "function", "functions") << ", "
       << countText(report.origins, "origin", "origins") << ", "
       << countText(report.sharedObjects, "shared object", "shared objects") << '\n';
}

void renderText(const Report& report, const TextOptions& options, raw_ostream& out) {
  TextRenderer renderer(options, out);
  for (const ProgramSeen& program : report.programs) renderer.program(program);
  for (const Race& race : report.races) renderer.race(race);
  if (!report.benign.empty()) out << "what the source declares to do no harm (steward::benign):\n\n";
  for (const Race& race : report.benign) renderer.race(race);
  renderer.summary(report);
}

} // namespace steward
