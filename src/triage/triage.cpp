#include "steward/triage.h"

#include "report/json.h"
#include "triage/suppressions.h"

#include "llvm/ADT/StringMap.h"
#include "llvm/Support/MemoryBuffer.h"

namespace steward {

using llvm::StringRef;

namespace {

class Sorting {
public:
  Sorting(std::vector<Suppression> suppressions, const std::vector<std::string>& apart)
      : suppressions_(std::move(suppressions)), apart_(apart) {}

  void sort(Report& report);

private:
  std::string whySuppressed(const RaceAccess& access);
  std::string whySuppressed(Race& race);
  bool isOthers(const RaceAccess& access) const;

  std::vector<Suppression> suppressions_;
  const std::vector<std::string>& apart_;
  SourceComments comments_;
};

} // namespace

static std::string wordsFor(const Suppression& s) { return s.kind + ":" + s.pattern + " (" + s.at + ")"; }

// Why an access is to be left alone; empty when it is not.
std::string Sorting::whySuppressed(const RaceAccess& access) {
  if (auto reason = comments_.reasonAt(access.at)) return *reason;
  auto isMeant = [](const Suppression& s, StringRef function, const SourceLocation& at) {
    return matchesPattern(function, s.pattern) || (at.known() && matchesPattern(at.file, s.pattern));
  };
  for (Suppression& s : suppressions_) {
    if (!s.isOfRaces()) continue;
    bool isHere = isMeant(s, access.function, access.at);
    for (const StackFrame& frame : access.stack)
      if (s.kind == "race") isHere |= isMeant(s, frame.function, frame.at);
    if (!isHere) continue;
    s.isUsed = true;
    return wordsFor(s);
  }
  return {};
}

// A race goes when what is left of its accesses is none any more. Which of the others race with each other is not
// known: any two of which one writes may.
std::string Sorting::whySuppressed(Race& race) {
  for (Suppression& s : suppressions_)
    if (s.kind == "race" && matchesPattern(race.object.name, s.pattern)) {
      s.isUsed = true;
      return wordsFor(s);
    }
  std::string reason[2] = {whySuppressed(race.accesses[0]), whySuppressed(race.accesses[1])};
  if (reason[0].empty() && reason[1].empty()) return {};
  std::string why = !reason[0].empty() ? reason[0] : reason[1];
  std::vector<RaceAccess> left, silent;
  for (unsigned k = 0; k < 2; ++k) (reason[k].empty() ? left : silent).push_back(race.accesses[k]);
  for (const RaceAccess& a : race.more) (whySuppressed(a).empty() ? left : silent).push_back(a);
  auto first = llvm::find_if(left, [](const RaceAccess& a) { return a.kind == AccessKind::Write; });
  if (first == left.end()) return why;
  auto second =
      llvm::find_if(left, [&](const RaceAccess& a) { return &a != &*first && !(a.isAtomic && first->isAtomic); });
  // One access may race with itself, in two threads.
  if (second == left.end() && race.kind == RaceKind::MultipleWrite && !first->isAtomic) second = first;
  if (second == left.end()) return why;
  // Others are left, which are shown instead.
  race.accesses[0] = *first;
  race.accesses[1] = *second;
  race.more.clear();
  for (const RaceAccess& a : left)
    if (&a != &*first && &a != &*second) race.more.push_back(a);
  race.more.insert(race.more.end(), silent.begin(), silent.end());
  race.why.push_back("accesses that are suppressed (" + why + ") are not shown first");
  return {};
}

bool Sorting::isOthers(const RaceAccess& access) const {
  return llvm::any_of(apart_, [&](const std::string& pattern) { return matchesPattern(access.at.file, pattern); });
}

void Sorting::sort(Report& report) {
  std::vector<Race> all = std::move(report.races);
  report.races.clear();
  for (Race& race : all) {
    race.suppression = whySuppressed(race);
    auto others = [&](const RaceAccess& a) { return isOthers(a); };
    if (!race.suppression.empty())
      report.suppressed.push_back(std::move(race));
    else if (llvm::all_of(race.accesses, others) && llvm::all_of(race.more, others))
      report.apart.push_back(std::move(race));
    else
      report.races.push_back(std::move(race));
  }
  for (const Suppression& s : suppressions_)
    if (s.isOfRaces() && !s.isUsed) report.notes.push_back("suppression that nothing matches: " + wordsFor(s));
  for (const std::string& at : comments_.withoutReason())
    report.notes.push_back(at + ": steward-ignore without a reason is not followed; write steward-ignore: REASON");
}

std::string readTriage(const TriageOptions& options, Triage& triage) {
  triage.apart = options.apart;
  for (const std::string& file : options.suppressions) {
    auto text = llvm::MemoryBuffer::getFile(file, /*IsText=*/true);
    if (!text) return file + ": " + text.getError().message();
    auto parsed = parseSuppressions((*text)->getBuffer(), file);
    if (!parsed) return llvm::toString(parsed.takeError());
    triage.suppressions.insert(triage.suppressions.end(), parsed->begin(), parsed->end());
  }
  if (options.baseline.empty()) return {};
  auto text = llvm::MemoryBuffer::getFile(options.baseline, /*IsText=*/true);
  if (!text) return options.baseline + ": " + text.getError().message();
  auto before = readJsonReport((*text)->getBuffer(), options.baseline);
  if (!before) return llvm::toString(before.takeError());
  triage.baselineFile = options.baseline;
  triage.baseline = std::move(*before);
  return {};
}

void setAside(Report& report, const Triage& triage) { Sorting(triage.suppressions, triage.apart).sort(report); }

// All that a report lists, in whatever part.
static llvm::StringMap<const Race*> racesOf(const Report& report) {
  llvm::StringMap<const Race*> result;
  for (const auto* list : {&report.races, &report.known, &report.apart, &report.suppressed})
    for (const Race& race : *list) result.try_emplace(race.id, &race);
  return result;
}

void compareWithBaseline(Report& report, const Triage& triage) {
  if (!triage.baseline) return;
  report.baseline = triage.baselineFile;
  auto known = racesOf(*triage.baseline), now = racesOf(report);
  for (const auto* list : {&triage.baseline->races, &triage.baseline->known})
    for (const Race& race : *list)
      if (!now.contains(race.id)) report.fixed.push_back(race.id);
  std::vector<Race> news;
  for (Race& race : report.races) (known.contains(race.id) ? report.known : news).push_back(std::move(race));
  report.races = std::move(news);
}

ReportDifference compareReports(const Report& before, const Report& after) {
  ReportDifference result;
  auto old = racesOf(before), now = racesOf(after);
  for (const auto* list : {&after.races, &after.known})
    for (const Race& race : *list) (old.contains(race.id) ? result.unchanged : result.introduced).push_back(race);
  for (const auto* list : {&before.races, &before.known})
    for (const Race& race : *list)
      if (!now.contains(race.id)) result.fixed.push_back(race);
  return result;
}

} // namespace steward
