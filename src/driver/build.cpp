// A build in, a report for each of its programs out.
#include "steward/build.h"

#include "capture/capture.h"

#include "llvm/ADT/STLExtras.h"
#include "llvm/Support/FormatVariadic.h"
#include "llvm/Support/ThreadPool.h"

#include <chrono>
#include <map>
#include <set>
#include <tuple>

namespace steward {

static CheckResult checkProgram(const BuildOptions& options, const CapturedProgram& program,
                                const std::vector<std::string>& notes) {
  CheckOptions check = options.check;
  check.modules = program.modules;
  check.strictAliasing = check.strictAliasing && program.strictAliasing;
  if (options.check.progress)
    check.progress = [&](const std::string& what) { options.check.progress(program.name + ": " + what); };
  CheckResult result = steward::check(check);
  if (!result.report) return result;
  Report& report = *result.report;
  report.programs = {{program.name, program.sources, program.compiled, report.definedFunctions, report.functions}};
  report.notes.insert(report.notes.begin(), program.notes.begin(), program.notes.end());
  report.notes.insert(report.notes.begin(), notes.begin(), notes.end());
  report.skipped.insert(report.skipped.begin(), program.skipped.begin(), program.skipped.end());
  for (std::vector<Race>* list : {&report.races, &report.benign, &report.suppressed, &report.apart, &report.known})
    for (Race& race : *list) race.programs = {program.name};
  return result;
}

// What is gone, or matches nothing, in one program may be there in another: such things hold for the build when they
// hold for all of its programs, and are said once.
static void keepWhatHoldsForAll(std::vector<Report>& reports) {
  if (reports.size() < 2) return;
  auto isInAll = [&](std::vector<std::string> Report::* list, const std::string& text) {
    return llvm::all_of(reports, [&](const Report& report) { return llvm::is_contained(report.*list, text); });
  };
  auto isAboutTheBuild = [](const std::string& note) { return note.starts_with("suppression that nothing matches"); };
  std::vector<std::string> fixed, unused;
  for (const std::string& id : reports[0].fixed)
    if (isInAll(&Report::fixed, id)) fixed.push_back(id);
  for (const std::string& note : reports[0].notes)
    if (isAboutTheBuild(note) && isInAll(&Report::notes, note)) unused.push_back(note);
  for (Report& report : reports) {
    report.fixed.clear();
    llvm::erase_if(report.notes, isAboutTheBuild);
  }
  reports[0].fixed = std::move(fixed);
  reports[0].notes.insert(reports[0].notes.end(), unused.begin(), unused.end());
}

BuildResult checkBuild(const BuildOptions& options) {
  BuildResult result;
  // What is wrong with these files is said before the build, not once for each program behind it.
  Triage triage;
  if (result.error = readTriage(options.check.triage, triage); !result.error.empty()) return result;
  CompileCache cache;
  auto started = std::chrono::steady_clock::now();
  CaptureRequest request{options.database, options.command, options.programs, options.quiet};
  if (options.check.progress) request.say = options.check.progress;
  auto capture = captureBuild(request, cache);
  if (!capture) {
    result.error = llvm::toString(capture.takeError());
    return result;
  }
  if (!options.check.statistics.empty() && capture->programs.size() > 1) {
    result.error = "--statistics is for one program, and the build makes " + std::to_string(capture->programs.size()) +
                   "; --program NAME picks one";
    return result;
  }
  std::chrono::duration<double> seconds = std::chrono::steady_clock::now() - started;
  llvm::sort(capture->programs, [](const auto& a, const auto& b) { return a.name < b.name; });
  // Two at once: a check keeps one core busy, and may need much memory.
  std::vector<CheckResult> checked(capture->programs.size());
  {
    llvm::DefaultThreadPool pool(llvm::hardware_concurrency(2));
    for (size_t i = 0; i < checked.size(); ++i)
      pool.async([&, i] { checked[i] = checkProgram(options, capture->programs[i], capture->notes); });
    pool.wait();
  }
  for (size_t i = 0; i < checked.size(); ++i) {
    if (checked[i].report)
      result.reports.push_back(std::move(*checked[i].report));
    else
      result.failures.push_back(capture->programs[i].name + ": " + checked[i].error);
  }
  keepWhatHoldsForAll(result.reports);
  if (!result.reports.empty()) {
    std::vector<StageCost>& costs = result.reports[0].costs;
    costs.insert(costs.begin(), {"capture", seconds.count(), 0,
                                 llvm::formatv("{0} source files compiled, {1} found in the cache",
                                               capture->compiledNow, capture->fromCache)});
  }
  return result;
}

namespace {

// Ids have no lines in them; two programs may each have a file and a variable of the same name.
using Identity = std::tuple<std::string, SourceLocation, SourceLocation>;

Identity identityOf(const Race& race) { return {race.id, race.accesses[0].at, race.accesses[1].at}; }

void mergeRaces(std::vector<Race>& all, std::vector<Race> more) {
  std::map<Identity, size_t> known;
  for (size_t i = 0; i < all.size(); ++i) known.emplace(identityOf(all[i]), i);
  for (Race& race : more) {
    auto [it, isNew] = known.emplace(identityOf(race), all.size());
    if (isNew) {
      all.push_back(std::move(race));
      continue;
    }
    Race& same = all[it->second];
    same.rank = std::max(same.rank, race.rank);
    same.programs.insert(same.programs.end(), race.programs.begin(), race.programs.end());
  }
  llvm::stable_sort(all, [](const Race& a, const Race& b) { return a.rank > b.rank; });
}

// What programs share holds to a lock when it does in all of them, and to the same one.
void mergeGuarded(Report& merged) {
  if (!merged.guarded) return;
  std::map<std::pair<SourceLocation, std::string>, GuardedPlace> places;
  std::set<std::pair<SourceLocation, std::string>> others(merged.unguarded.begin(), merged.unguarded.end());
  for (const GuardedPlace& place : *merged.guarded) {
    auto [it, isNew] = places.try_emplace({place.declared, place.name}, place);
    if (it->second.lock != place.lock || it->second.isMember != place.isMember) others.insert(it->first);
    it->second.accesses = std::max(it->second.accesses, place.accesses);
    it->second.origins = std::max(it->second.origins, place.origins);
  }
  merged.guarded->clear();
  for (auto& [key, place] : places)
    if (!others.contains(key)) merged.guarded->push_back(std::move(place));
  merged.unguarded.assign(others.begin(), others.end());
}

} // namespace

Report mergeReports(std::vector<Report> reports) {
  Report merged;
  std::set<std::tuple<std::string, std::string, SourceLocation>> skipped;
  for (Report& report : reports) {
    merged.functions += report.functions;
    merged.definedFunctions += report.definedFunctions;
    merged.origins += report.origins;
    merged.sharedObjects += report.sharedObjects;
    merged.hidden += report.hidden;
    merged.minRank = report.minRank;
    for (Skipped& s : report.skipped)
      if (skipped.insert({s.kind, s.what, s.at}).second) merged.skipped.push_back(std::move(s));
    for (std::string& note : report.notes) {
      std::string text = reports.size() == 1 || report.programs.empty() ? note : report.programs[0].name + ": " + note;
      merged.notes.push_back(std::move(text));
    }
    if (report.guarded) {
      if (!merged.guarded) merged.guarded.emplace();
      merged.guarded->insert(merged.guarded->end(), report.guarded->begin(), report.guarded->end());
    }
    merged.unguarded.insert(merged.unguarded.end(), report.unguarded.begin(), report.unguarded.end());
    merged.programs.insert(merged.programs.end(), report.programs.begin(), report.programs.end());
    merged.costs.insert(merged.costs.end(), report.costs.begin(), report.costs.end());
    merged.baseline = report.baseline;
    merged.fixed.insert(merged.fixed.end(), report.fixed.begin(), report.fixed.end());
    for (auto list : {&Report::races, &Report::benign, &Report::suppressed, &Report::apart, &Report::known})
      mergeRaces(merged.*list, std::move(report.*list));
  }
  mergeGuarded(merged);
  return merged;
}

} // namespace steward
