#include "race/detect.h"

#include <map>
#include <set>

namespace steward {

namespace {

// Accesses that cannot be told apart by any check.
struct AccessClass {
  Place place;
  bool isWrite, isAtomic;
  PointId point;
  std::optional<ExactAddress> exact;
  std::vector<RacingAccess> members;
  const RacingAccess* best = nullptr;
  const RacingAccess* other = nullptr;
};

class Detector {
public:
  Detector(const PointerAnalysis& pointers, const OrderAnalysis& order, Concurrency& concurrency)
      : pointers_(pointers), order_(order), concurrency_(concurrency) {}

  DetectStatistics statistics;

  void object(const SharedObject& shared) {
    std::vector<AccessClass> classes = classify(shared);
    statistics.classes += classes.size();
    std::map<Found*, std::vector<bool>> racing; // by class
    for (size_t a = 0; a < classes.size(); ++a)
      for (size_t b = a; b < classes.size(); ++b)
        if (races(classes[a], classes[b])) {
          Found& found = note(classes[a], classes[b]);
          auto& marks = racing[&found];
          marks.resize(classes.size());
          marks[a] = marks[b] = true;
        }
    for (auto& [found, marks] : racing)
      for (size_t c = 0; c < classes.size(); ++c)
        if (marks[c])
          for (const RacingAccess& member : classes[c].members)
            if (found->seen.insert({member.shared.access.instruction, member.shared.access.mode, member.shared.origin}).second)
              found->place.accesses.push_back(member);
  }

  std::vector<RacingPlace> places() {
    std::vector<RacingPlace> result;
    for (auto& [key, found] : places_) result.push_back(std::move(found.place));
    return result;
  }

private:
  // The same field of objects of one site is one place, whatever context they were allocated in.
  using Key = std::tuple<ObjectKind, uint32_t, StringId, uint64_t>;
  // Known lines before unknown ones, two lines before one, short ways before long ones, then as in the source.
  using Cost = std::tuple<unsigned, bool, unsigned, uint32_t, uint32_t>;
  struct Found {
    RacingPlace place;
    std::optional<Cost> cost; // of the best pair
    std::set<std::tuple<InstructionId, AccessMode, OriginId>> seen;
  };

  std::vector<AccessClass> classify(const SharedObject& shared) {
    std::map<std::tuple<Place, bool, bool, PointId, std::optional<ExactAddress>>, size_t> ids;
    std::vector<AccessClass> classes;
    for (const SharedAccess& a : shared.accesses) {
      auto exact = exactAddress(pointers_, a.instance, a.access.pointer);
      for (const Execution& e : order_.executions(a.origin, a.instance, a.access.instruction)) {
        PointId point = concurrency_.point(a.origin, e.state);
        auto key = std::tuple(a.place, a.access.isWrite(), a.access.isAtomic, point, exact);
        auto [it, isNew] = ids.try_emplace(key, classes.size());
        if (isNew)
          classes.push_back({a.place, a.access.isWrite(), a.access.isAtomic, point, exact, {}, nullptr, nullptr});
        classes[it->second].members.push_back({a, e.frame, point});
      }
    }
    for (AccessClass& c : classes) chooseMembers(c);
    return classes;
  }

  bool races(const AccessClass& a, const AccessClass& b) {
    if (!a.isWrite && !b.isWrite) return false;
    if (a.isAtomic && b.isAtomic) return false;
    if (!overlap(a.place, b.place)) return false;
    // Different elements of one array, each at a fixed index.
    if (a.exact && b.exact && a.exact->object == b.exact->object &&
        !overlap({{a.exact->object, a.exact->offset}, a.place.bytes}, {{b.exact->object, b.exact->offset}, b.place.bytes}))
      return false;
    ++statistics.pairs;
    return concurrency_.mayRace(a.point, b.point);
  }

  Found& note(const AccessClass& a, const AccessClass& b) {
    // The narrower of the two names the place: a field, not the struct that was cleared as a whole.
    auto width = [](const AccessClass& c) { return std::pair(c.place.isShapeless && !c.place.structure, c.place.bytes); };
    const Place& place = (width(b) < width(a) ? b : a).place;
    const Object& object = pointers_.objects()[place.at.object];
    Found& found = places_[{object.kind, object.site, place.structure, place.at.offset}];
    if (!found.cost) found.place.place = place;
    if (place.bytes != Location::any && found.place.place.bytes < place.bytes) found.place.place.bytes = place.bytes;
    // A pair of one class with itself is a pair of two runs; show two different lines where there are some.
    const RacingAccess* first = a.best;
    const RacingAccess* second = &a == &b ? a.other : b.best;
    if (!a.isWrite) std::swap(first, second);
    Cost price = cost(*first, *second);
    if (!found.cost || price < *found.cost) {
      found.cost = price;
      found.place.best = {*first, *second};
    }
    return found;
  }

  std::pair<StringId, unsigned> lineOf(const RacingAccess& a) const {
    const Program& program = pointers_.program();
    PositionId id = program.instructions[a.shared.access.instruction].position;
    if (!id) return {};
    return {program.positions[id].file, program.positions[id].line};
  }

  unsigned depthOf(const RacingAccess& a) const {
    unsigned depth = 0;
    for (FrameId f = a.frame; f && depth < 100; f = order_[f].caller) ++depth;
    return depth;
  }

  Cost cost(const RacingAccess& a, const RacingAccess& b) const {
    auto x = lineOf(a), y = lineOf(b);
    return {(x.second == 0) + (y.second == 0), x == y, depthOf(a) + depthOf(b), a.shared.access.instruction.index,
            b.shared.access.instruction.index};
  }

  // The member that is easiest to follow, and one on another line if there is one.
  void chooseMembers(AccessClass& c) const {
    auto single = [&](const RacingAccess& a) {
      return std::tuple(lineOf(a).second == 0, depthOf(a), a.shared.access.instruction.index);
    };
    for (const RacingAccess& a : c.members)
      if (!c.best || single(a) < single(*c.best)) c.best = &a;
    c.other = c.best;
    for (const RacingAccess& a : c.members)
      if (lineOf(a) != lineOf(*c.best) && (c.other == c.best || single(a) < single(*c.other))) c.other = &a;
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
