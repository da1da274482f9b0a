#include "report/explain.h"

#include "report/source_lines.h"
#include "report/text.h"
#include "report/words.h"

#include "llvm/ADT/STLExtras.h"
#include "llvm/ADT/StringExtras.h"
#include "llvm/Support/Format.h"

#include <map>
#include <set>

namespace steward {

using llvm::raw_ostream;
using llvm::StringRef;

llvm::Expected<const Race*> findRace(const Report& report, StringRef id) {
  std::vector<const Race*> all;
  for (const std::vector<Race>* list : listsOf(report))
    for (const Race& race : *list) all.push_back(&race);
  std::vector<const Race*> beginning;
  for (const Race* race : all) {
    if (race->id == id) return race;
    if (!id.empty() && StringRef(race->id).starts_with(id)) beginning.push_back(race);
  }
  if (beginning.size() == 1) return beginning.front();
  std::string reason = "no race has the id '" + printable(id.str()) + "'";
  if (all.empty()) return llvm::createStringError(reason + ": the report has none");
  if (beginning.size() > 1)
    reason = std::to_string(beginning.size()) + " races have ids that begin with '" + printable(id.str()) + "'";
  std::vector<const Race*>& near = beginning.empty() ? all : beginning;
  llvm::stable_sort(near,
                    [&](const Race* a, const Race* b) { return id.edit_distance(a->id) < id.edit_distance(b->id); });
  constexpr size_t shown = 3;
  std::vector<std::string> names;
  for (const Race* race : llvm::ArrayRef(near).take_front(shown))
    names.push_back(printable(race->id) + " (" + printable(race->object.name) + ")");
  return llvm::createStringError(reason + "; " + (beginning.empty() ? "the nearest: " : "such as ") +
                                 llvm::join(names, ", "));
}

namespace {

class Explainer {
public:
  Explainer(const Race& race, raw_ostream& out) : race_(race), out_(out) {}

  void all() {
    out_ << "Race " << printable(race_.id) << " on '" << printable(race_.object.name) << "'";
    if (!race_.object.what.empty()) out_ << ", a " << printable(race_.object.what);
    if (race_.object.allocated.known()) out_ << " (" << locationText(race_.object.allocated) << ')';
    if (race_.status == RaceStatus::Confirmed)
      out_ << "; it happened in a run\n";
    else
      out_ << llvm::format("; rank %.2f\n", race_.rank);
    if (!race_.benign.empty()) out_ << "The source declares it to do no harm: " << printable(race_.benign) << '\n';
    if (!race_.suppression.empty()) out_ << "It is suppressed: " << printable(race_.suppression) << '\n';
    if (race_.isDeclaredRaceFree) out_ << "The source declares it to be free of races.\n";

    title("How it comes about");
    origins();
    allocation();
    access(race_.accesses[0], "One access");
    access(race_.accesses[1], isItself() ? "The other, in another run of the same code" : "The other");

    title("Why nothing keeps the two apart");
    for (const std::string& sentence : race_.why)
      if (!isAboutRank(sentence)) item(sentence);

    locks();

    title("What would make it safe (one of these)");
    for (const std::string& remedy : race_.remedies) item(remedy);
    if (race_.remedies.empty()) item("the report does not say");

    if (llvm::any_of(race_.why, isAboutRank)) title("What its rank comes from");
    for (const std::string& sentence : race_.why)
      if (isAboutRank(sentence)) item(sentence);
  }

private:
  void title(StringRef text) { out_ << '\n' << text << '\n'; }
  void item(const std::string& text) { out_ << "  - " << printable(text) << '\n'; }

  bool isItself() const {
    return race_.accesses[0].at == race_.accesses[1].at && race_.accesses[0].origin == race_.accesses[1].origin;
  }

  static std::string verb(const RaceAccess& a) {
    if (a.isFree) return "frees";
    if (a.isDestroy) return "destroys";
    if (a.isAcquire) return "takes";
    return std::string(a.isAtomic ? "atomically " : "") + (a.kind == AccessKind::Write ? "writes" : "reads");
  }

  // How each origin came to be, once.
  void origins() {
    std::set<StringRef> told;
    for (const RaceAccess& a : race_.accesses) {
      if (a.created.empty() || !told.insert(a.origin).second) continue;
      out_ << "  - " << printable(a.origin) << " is started at " << locationText(a.created.back().at) << ": "
           << way(a.created) << '\n';
    }
  }

  // When the run saw it made.
  void allocation() {
    if (race_.object.stack.empty()) return;
    out_ << "  - " << (race_.object.origin.empty() ? "a thread" : printable(race_.object.origin))
         << " allocates it: " << way(race_.object.stack) << '\n';
  }

  // "main (a.c:3) calls start (a.c:9)"
  static std::string way(const std::vector<StackFrame>& frames) {
    std::vector<std::string> steps;
    for (const StackFrame& frame : frames)
      steps.push_back((frame.function.empty() ? "unknown code" : printable(frame.function)) + " (" +
                      locationText(frame.at) + ")");
    return llvm::join(steps, " calls ");
  }

  static std::string held(const RaceAccess& a) {
    if (a.locks.empty()) return "holding no lock";
    std::vector<std::string> names;
    for (const std::string& lock : a.locks) names.push_back("'" + printable(lock) + "'");
    return "holding " + llvm::join(names, " and ");
  }

  void access(const RaceAccess& a, StringRef which) {
    out_ << "  - " << which << ": " << printable(a.origin) << ' ' << verb(a) << " '"
         << printable(a.expression.empty() ? race_.object.name : a.expression) << "' at " << locationText(a.at) << ", "
         << held(a) << '\n';
    if (StringRef line = lines_.line(a.at.file, a.at.line).trim(); !line.empty())
      out_ << "        " << printable(line.str()) << '\n';
    if (a.stack.size() > 1) out_ << "      on the way " << way(a.stack) << '\n';
    if (a.oneOf.empty()) return;
    out_ << "      or another one of those that are checked together: ";
    llvm::interleaveComma(a.oneOf, out_, [&](const SourceLocation& at) { out_ << locationText(at); });
    out_ << '\n';
  }

  // Who holds what, over all accesses that take part.
  void locks() {
    if (race_.lockUses.empty() && race_.more.empty()) return;
    title("What is held where");
    for (const LockUse& use : race_.lockUses)
      out_ << "  - '" << printable(use.lock) << "' is held at " << use.held << " of " << use.of
           << " accesses that may run beside others\n";
    for (const RaceAccess& a : race_.accesses) line(a);
    for (const RaceAccess& a : race_.more) line(a);
  }

  void line(const RaceAccess& a) {
    std::string text = "  - " + locationText(a.at) + ": " + printable(a.origin) + " " + verb(a) + " it, " + held(a);
    if (told_.insert(text).second) out_ << text << '\n';
  }

  const Race& race_;
  raw_ostream& out_;
  SourceLines lines_;
  std::set<std::string> told_;
};

} // namespace

void explain(const Race& race, raw_ostream& out) { Explainer(race, out).all(); }

} // namespace steward
