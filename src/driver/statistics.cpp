#include "driver/statistics.h"

#include "sharing/precision.h"

#include <set>

namespace steward {

namespace json = llvm::json;

static json::Object asJson(const Distribution& d) {
  return json::Object{{"sites", d.sites}, {"empty", d.empty}, {"mean", d.mean}, {"p90", d.p90}, {"max", d.max}};
}

static json::Object asJson(const Precision& p) {
  return json::Object{{"per_instance", asJson(p.perInstance)}, {"per_instruction", asJson(p.perInstruction)}};
}

json::Object programStatistics(const Program& program) {
  return json::Object{{"program", json::Object{{"functions", program.functions.size()},
                                               {"instructions", program.instructions.size()}}}};
}

json::Object pointerStatistics(const PointerAnalysis& pointers, llvm::StringRef context) {
  PointerAnalysis::Size size = pointers.size();
  llvm::DenseSet<FunctionId> functions;
  for (const Instance& i : pointers.instances()) functions.insert(i.function);
  return json::Object{{"pointer", json::Object{{"context", context},
                                               {"functions", functions.size()},
                                               {"instances", size.instances},
                                               {"pointers", size.pointers},
                                               {"objects", size.objects},
                                               {"locations", size.locations},
                                               {"edges", size.edges},
                                               {"sweeps", size.sweeps}}},
                      {"dereferences", asJson(dereferences(pointers))},
                      {"indirect_calls", asJson(indirectCalls(pointers))}};
}

json::Object sharingStatistics(const PointerAnalysis& pointers, const Origins& origins, const Sharing& sharing) {
  size_t accesses = 0;
  for (const SharedObject& object : sharing.objects()) accesses += object.accesses.size();
  return json::Object{{"sharing", json::Object{{"origins", origins.size()},
                                               {"shared_objects", sharing.objects().size()},
                                               {"shared_allocations", sharedAllocations(pointers, sharing)},
                                               {"shared_accesses", accesses},
                                               {"shared_instructions", sharing.instructions().count()}}},
                      {"shared_dereferences", asJson(sharedDereferences(pointers, sharing))}};
}

json::Object orderStatistics(const OrderAnalysis& order) {
  return json::Object{{"order", json::Object{{"states", order.states().size()},
                                             {"locks", order.locks().size()},
                                             {"frames", order.frameCount()}}}};
}

json::Object raceStatistics(const Report& report, const DetectStatistics& detected) {
  std::set<SourceLocation> locations;
  for (const Race& race : report.races) {
    for (const RaceAccess& access : race.accesses) locations.insert(access.at);
    for (const RaceAccess& access : race.more) locations.insert(access.at);
  }
  const Refinement::Statistics& refined = detected.refined;
  return json::Object{{"races", json::Object{{"reports", report.races.size()},
                                             {"locations", locations.size()},
                                             {"pairs", detected.pairs},
                                             {"look_ups", detected.lookUps}}},
                      {"refinement", json::Object{{"pairs", detected.meetings},
                                                  {"refuted", detected.meetings - detected.met},
                                                  {"addresses", refined.asked},
                                                  {"given_up", refined.givenUp},
                                                  {"steps", refined.steps},
                                                  {"seconds", refined.seconds}}}};
}

} // namespace steward
