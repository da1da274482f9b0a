#include "race/detect.h"

#include <map>

namespace steward {

namespace {

// Accesses that cannot be told apart by any check.
struct AccessClass {
  LocationId location;
  uint64_t bytes;
  bool isWrite, isAtomic;
  PointId point;
  std::optional<ExactAddress> exact;
  std::vector<RacingAccess> members;
};

class Detector {
public:
  Detector(const PointerAnalysis& pointers, const OrderAnalysis& order, Concurrency& concurrency)
      : pointers_(pointers), order_(order), concurrency_(concurrency) {}

  DetectStatistics statistics;

  void object(const SharedObject& shared) {
    std::vector<AccessClass> classes = classify(shared);
    statistics.classes += classes.size();
    for (size_t a = 0; a < classes.size(); ++a)
      for (size_t b = a; b < classes.size(); ++b)
        if (races(classes[a], classes[b])) note(classes[a], classes[b]);
  }

  std::vector<RacingPlace> places() {
    std::vector<RacingPlace> result;
    for (auto& [key, place] : places_) {
      choosePair(place);
      result.push_back(std::move(place.place));
    }
    return result;
  }

private:
  // The same field of objects of one site is one place, whatever context they were allocated in.
  using Key = std::tuple<ObjectKind, uint32_t, uint64_t>;
  struct Found {
    RacingPlace place;
    std::vector<std::pair<RacingAccess, RacingAccess>> pairs; // one for each pair of classes
    std::map<std::tuple<InstructionId, AccessMode, OriginId>, bool> seen;
  };

  std::vector<AccessClass> classify(const SharedObject& shared) {
    std::map<std::tuple<LocationId, uint64_t, bool, bool, PointId, std::optional<ExactAddress>>, size_t> ids;
    std::vector<AccessClass> classes;
    for (const SharedAccess& a : shared.accesses) {
      auto exact = exactAddress(pointers_, a.instance, a.access.pointer);
      for (const Execution& e : order_.executions(a.origin, a.instance, a.access.instruction)) {
        PointId point = concurrency_.point(a.origin, e.state);
        auto key = std::tuple(a.location, a.access.bytes, a.access.isWrite(), a.access.isAtomic, point, exact);
        auto [it, isNew] = ids.try_emplace(key, classes.size());
        if (isNew)
          classes.push_back({a.location, a.access.bytes, a.access.isWrite(), a.access.isAtomic, point, exact, {}});
        classes[it->second].members.push_back({a, e.frame, point});
      }
    }
    return classes;
  }

  bool races(const AccessClass& a, const AccessClass& b) {
    if (!a.isWrite && !b.isWrite) return false;
    if (a.isAtomic && b.isAtomic) return false;
    const ObjectTable& objects = pointers_.objects();
    if (!overlap(objects[a.location], a.bytes, objects[b.location], b.bytes)) return false;
    // Different elements of one array, each at a fixed index.
    if (a.exact && b.exact && a.exact->object == b.exact->object &&
        !overlap({a.exact->object, a.exact->offset}, a.bytes, {b.exact->object, b.exact->offset}, b.bytes))
      return false;
    ++statistics.pairs;
    return concurrency_.mayRace(a.point, b.point);
  }

  void note(const AccessClass& a, const AccessClass& b) {
    const ObjectTable& objects = pointers_.objects();
    // The narrower of the two names the place: a field, not the struct that was cleared as a whole.
    const AccessClass& narrow = b.bytes < a.bytes ? b : a;
    const Location& location = objects[narrow.location];
    const Object& object = objects[location.object];
    Found& found = places_[{object.kind, object.site, location.offset}];
    if (found.pairs.empty()) {
      found.place.object = location.object;
      found.place.offset = location.offset;
    }
    found.place.bytes = std::max(found.place.bytes, narrow.bytes == Location::any ? 0 : narrow.bytes);
    for (const AccessClass* c : {&a, &b})
      for (const RacingAccess& member : c->members)
        if (found.seen.try_emplace({member.shared.access.instruction, member.shared.access.mode, member.shared.origin}, true)
                .second)
          found.place.accesses.push_back(member);
    // A pair of one class with itself is a pair of two runs; show two different lines where there are some.
    const RacingAccess& first = a.members.front();
    const RacingAccess& second = &a == &b ? a.members.back() : b.members.front();
    found.pairs.push_back(a.isWrite ? std::pair(first, second) : std::pair(second, first));
  }

  // The pair that explains most with least: known lines, both written, short ways, then the first in the source.
  void choosePair(Found& found) {
    auto cost = [&](const std::pair<RacingAccess, RacingAccess>& pair) {
      const Program& program = pointers_.program();
      auto position = [&](const RacingAccess& a) {
        PositionId id = program.instructions[a.shared.access.instruction].position;
        return id ? std::tuple(program.text(program.positions[id].file), program.positions[id].line)
                  : std::tuple(llvm::StringRef(), 0u);
      };
      auto depth = [&](const RacingAccess& a) {
        unsigned count = 0;
        for (FrameId f = a.frame; f && count < 100; f = order_[f].caller) ++count;
        return count;
      };
      auto [firstFile, firstLine] = position(pair.first);
      auto [secondFile, secondLine] = position(pair.second);
      unsigned unknown = (firstLine == 0) + (secondLine == 0);
      bool sameLine = firstLine == secondLine && firstFile == secondFile;
      return std::tuple(unknown, sameLine, depth(pair.first) + depth(pair.second), firstFile, firstLine, secondFile,
                        secondLine, pair.first.shared.access.instruction, pair.second.shared.access.instruction);
    };
    size_t best = 0;
    for (size_t k = 1; k < found.pairs.size(); ++k)
      if (cost(found.pairs[k]) < cost(found.pairs[best])) best = k;
    found.place.best = found.pairs[best];
  }

  const PointerAnalysis& pointers_;
  const OrderAnalysis& order_;
  Concurrency& concurrency_;
  std::map<Key, Found> places_;
};

} // namespace

std::vector<RacingPlace> detectRaces(const PointerAnalysis& pointers, const Sharing& sharing,
                                     const OrderAnalysis& order, Concurrency& concurrency,
                                     DetectStatistics& statistics) {
  Detector detector(pointers, order, concurrency);
  for (const SharedObject& object : sharing.objects()) detector.object(object);
  statistics = detector.statistics;
  return detector.places();
}

} // namespace steward
