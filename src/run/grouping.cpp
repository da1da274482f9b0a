// Many races of a run are one to a person: the same two lines in other threads, other lines that touch the same memory.
#include "run/describe.h"

#include "llvm/ADT/STLExtras.h"

#include <map>
#include <set>
#include <tuple>

namespace steward {

namespace {

// Which code, whoever runs it.
using Place = std::tuple<SourceLocation, std::string, AccessKind, bool, bool>;
// Which memory, in whatever process. Elements of an array are one: "table[]".
using Memory = std::tuple<std::string, SourceLocation, std::vector<SourceLocation>>;

struct Group {
  Race race;
  std::set<Place> places;
};

} // namespace

static Place placeOf(const RaceAccess& a) { return {a.at, a.function, a.kind, a.isAtomic, a.isFree}; }

// Names come from one of the expressions unless the debug information has them; memory that is allocated at one place
// and used by the same code is one thing whatever it is called there.
static Memory memoryOf(const Race& race) {
  std::vector<SourceLocation> allocation;
  for (const StackFrame& frame : race.object.stack) allocation.push_back(frame.at);
  bool isNamed = race.object.what == "global variable";
  return {isNamed ? race.object.name : race.object.what, race.object.allocated, allocation};
}

static void addAccess(Group& group, const RaceAccess& access) {
  if (group.places.insert(placeOf(access)).second) group.race.more.push_back(access);
}

static void merge(Group& into, Group& from) {
  for (const RaceAccess& a : from.race.accesses) addAccess(into, a);
  for (const RaceAccess& a : from.race.more) addAccess(into, a);
}

// How many of the accesses hold which lock, the most used first.
static void countLocks(Race& race) {
  std::vector<const RaceAccess*> all{&race.accesses[0], &race.accesses[1]};
  for (const RaceAccess& a : race.more) all.push_back(&a);
  std::map<std::string, unsigned> held;
  std::map<std::string, std::set<std::string>> origins;
  for (const RaceAccess* a : all)
    for (const std::string& lock : a->locks) {
      ++held[lock];
      origins[lock].insert(a->origin);
    }
  for (auto& [lock, times] : held)
    race.lockUses.push_back(
        {lock, times, static_cast<unsigned>(all.size()), static_cast<unsigned>(origins[lock].size())});
  llvm::stable_sort(race.lockUses, [](const LockUse& a, const LockUse& b) { return a.held > b.held; });
}

// As in the source; a pair with a place that is not known stands for others only where there is no better one.
static auto orderOf(const Race& race) {
  bool isKnown = race.accesses[0].at.known() && race.accesses[1].at.known();
  return std::tuple(!isKnown, race.accesses[0].at, race.accesses[1].at, race.object.name, race.accesses[0].function,
                    race.accesses[1].function, race.accesses[0].origin, race.accesses[1].origin);
}

std::vector<Race> groupRaces(std::vector<Race> races) {
  llvm::stable_sort(races, [](const Race& a, const Race& b) { return orderOf(a) < orderOf(b); });
  std::map<Memory, std::vector<Group>> groups;
  for (Race& race : races) {
    Place first = placeOf(race.accesses[0]), second = placeOf(race.accesses[1]);
    std::vector<Group>& same = groups[memoryOf(race)];
    Group group{std::move(race), {first, second}};
    // Code accesses one member of an object, whichever that is: what shares an access shares the place.
    auto isOfIt = [&](const Group& g) { return g.places.contains(first) || g.places.contains(second); };
    auto into = llvm::find_if(same, isOfIt);
    if (into == same.end()) {
      same.push_back(std::move(group));
      continue;
    }
    merge(*into, group);
    for (auto other = into + 1; other != same.end();)
      if (isOfIt(*other)) {
        merge(*into, *other);
        other = same.erase(other);
      } else {
        ++other;
      }
  }
  std::vector<Race> result;
  for (auto& [memory, list] : groups)
    for (Group& group : list) {
      llvm::stable_sort(group.race.more, [](const RaceAccess& a, const RaceAccess& b) {
        return std::tie(a.at, a.kind, a.function) < std::tie(b.at, b.kind, b.function);
      });
      countLocks(group.race);
      const RaceAccess &first = group.race.accesses[0], &second = group.race.accesses[1];
      if (first.at == second.at && first.kind == second.kind) group.race.kind = RaceKind::MultipleWrite;
      result.push_back(std::move(group.race));
    }
  llvm::stable_sort(result, [](const Race& a, const Race& b) { return orderOf(a) < orderOf(b); });
  return result;
}

} // namespace steward
