// The way of the data, from files to a report. docs/architecture.md has the picture.
#include "steward/check.h"

#include "driver/statistics.h"
#include "driver/whole_program.h"
#include "order/order.h"
#include "program/print.h"
#include "race/describe.h"
#include "race/detect.h"
#include "race/guarded.h"

#include "llvm/ADT/DenseSet.h"
#include "llvm/Support/FormatVariadic.h"

namespace steward {

std::string version() { return STEWARD_VERSION; }

static CheckResult failed(llvm::Error error) { return {std::nullopt, llvm::toString(std::move(error))}; }

// What is listed, what is listed apart, and what is only counted.
static void sortOut(Report& report, const CheckOptions& options) {
  std::vector<Race> all = std::move(report.races);
  report.races.clear();
  report.minRank = options.minRank;
  for (Race& race : all) {
    if (options.raceFreeOnly && !race.isDeclaredRaceFree) continue;
    if (!race.benign.empty())
      report.benign.push_back(std::move(race));
    else if (race.rank < options.minRank)
      ++report.hidden;
    else
      report.races.push_back(std::move(race));
  }
}

CheckResult check(const CheckOptions& options) {
  Triage triage;
  if (std::string error = readTriage(options.triage, triage); !error.empty()) return {std::nullopt, error};
  Report report;
  Stages stages(report, options.progress);
  auto whole = analyseWholeProgram(options, stages);
  if (!whole) return failed(whole.takeError());
  PointerAnalysis& pointers = *(*whole)->pointers;
  const Reach& reach = *(*whole)->reach;
  const Origins& origins = *(*whole)->origins;
  const Sharing& sharing = *(*whole)->sharing;

  // From here on: every such access has its concurrency states.
  stages.begin("order");
  OrderAnalysis order(pointers, reach, origins, sharing.instructions());
  stages.end(llvm::formatv("{0} states, {1} locks, {2} functions by entry state", order.states().size(),
                           order.locks().size(), order.frameCount()));
  stages.record([&] { return orderStatistics(order); });

  stages.begin("races");
  Concurrency concurrency(origins, order);
  DetectStatistics statistics;
  GuardFinder guards(pointers, reach, origins, order, concurrency);
  SeeOverlapping see;
  if (options.findGuarded) see = [&](ObjectId object, llvm::ArrayRef<RacingAccess> all) { guards.add(object, all); };
  auto places = detectRaces(pointers, reach, origins, sharing, order, concurrency, statistics, see);
  if (options.findGuarded) guards.list(report);
  report.races = RaceDescriber(pointers, origins, order, concurrency).describe(places);
  setAside(report, triage);
  sortOut(report, options);
  compareWithBaseline(report, triage);
  stages.end(llvm::formatv("{0} access classes, {1} pairs checked, {2} distinct look-ups, {3} addresses refined",
                           statistics.classes, statistics.pairs, concurrency.lookUps(), statistics.refined.answered));
  stages.record([&] { return raceStatistics(report, statistics); });
  if (!stages.statisticsError().empty()) return {std::nullopt, stages.statisticsError()};

  llvm::DenseSet<FunctionId> analysed;
  for (const Instance& i : pointers.instances()) analysed.insert(i.function);
  report.functions = analysed.size();
  for (uint32_t f = 0; f < (*whole)->program.functions.size(); ++f)
    report.definedFunctions += !(*whole)->program.functions[FunctionId(f)].isDeclaration();
  report.origins = origins.size();
  report.sharedObjects = sharing.objects().size();
  if (!pointers.strictAliasing()) report.notes.push_back("types were not trusted (no strict aliasing)");
  if (origins.size() == 1) report.notes.push_back("the program creates no threads");
  report.skipped = listSkipped(**whole);
  return {std::move(report), {}};
}

CheckResult printProgram(const CheckOptions& options, std::string& text) {
  Report report;
  Stages stages(report, options.progress);
  auto models = readModels(options);
  if (!models) return failed(models.takeError());
  auto program = readProgram(options, *models, stages);
  if (!program) return failed(program.takeError());
  llvm::raw_string_ostream stream(text);
  print(*program, stream);
  return {std::move(report), {}};
}

} // namespace steward
