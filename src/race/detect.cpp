#include "race/detect.h"

#include "llvm/ADT/BitVector.h"
#include "llvm/ADT/DenseSet.h"

#include <map>
#include <set>

namespace steward {

namespace {

// A member of a class that could be shown, with what decides whether it is.
struct Candidate {
  const RacingAccess* access = nullptr;
  std::pair<StringId, unsigned> line;
  unsigned depth = 0;
  auto cost() const { return std::tuple(line.second == 0, depth, access->shared.access.instruction.index); }
};

// The accesses of a group at one point: no check can tell them apart.
struct AccessClass {
  PointId point;
  std::vector<RacingAccess> members;
  Candidate best, other; // the easiest to follow, and one on another line if there is one
  bool races = false;    // with the group that is being looked at
};

// Accesses of one kind to one place.
struct AccessGroup {
  Place place;
  bool isWrite, isAtomic;
  bool isSignalSafe; // to a volatile sig_atomic_t, which a signal handler may share with the rest
  std::optional<ExactAddress> exact;
  std::vector<AccessClass> classes;
  llvm::BitVector points; // of the classes
};

class Detector {
public:
  Detector(const PointerAnalysis& pointers, OrderAnalysis& order, Concurrency& concurrency)
      : pointers_(pointers), order_(order), concurrency_(concurrency) {}

  DetectStatistics statistics;

  void object(const SharedObject& shared) {
    std::vector<AccessGroup> groups = classify(shared);
    for (size_t a = 0; a < groups.size(); ++a)
      for (size_t b = a; b < groups.size(); ++b)
        if (mayConflict(groups[a], groups[b])) check(groups[a], groups[b]);
    noted_.clear();
  }

  std::vector<RacingPlace> places() {
    std::vector<RacingPlace> result;
    for (auto& [key, found] : places_) result.push_back(std::move(found.place));
    return result;
  }

private:
  // The same member of objects of one site is one place, whatever context they were allocated in.
  using Key = std::tuple<ObjectKind, uint32_t, StringId, uint64_t>;
  // Handlers of faults last, two signal handlers before that; known lines before unknown ones, two lines before one,
  // short ways before long ones, then as in the source.
  using Cost = std::tuple<bool, bool, unsigned, bool, unsigned, uint32_t, uint32_t>;
  struct Found {
    RacingPlace place;
    std::optional<Cost> cost; // of the best pair
    std::set<std::tuple<InstructionId, AccessMode, OriginId>> seen;
  };

  std::vector<AccessGroup> classify(const SharedObject& shared) {
    std::map<std::tuple<Place, bool, bool, bool, std::optional<ExactAddress>>, size_t> ids;
    std::map<std::pair<size_t, PointId>, size_t> classIds;
    std::set<std::tuple<size_t, size_t, uint32_t, AccessMode>> members;
    std::vector<AccessGroup> groups;
    for (const SharedAccess& a : shared.accesses) {
      auto exact = exactAddress(pointers_, a.instance, a.access.pointer);
      bool isSafe = isSignalSafe(a);
      auto [it, isNew] =
          ids.try_emplace({a.place, a.access.isWrite(), a.access.isAtomic, isSafe, exact}, groups.size());
      if (isNew) groups.push_back({a.place, a.access.isWrite(), a.access.isAtomic, isSafe, exact, {}, {}});
      AccessGroup& group = groups[it->second];
      for (const Execution& e : order_.executions(a.origin, a.instance, a.access.instruction)) {
        PointId point = concurrency_.point(a.origin, e.state, e.handed, ownLocks(a, e.state));
        auto [at, isNewClass] = classIds.try_emplace({it->second, point}, group.classes.size());
        if (isNewClass) group.classes.push_back({point, {}, {}, {}, false});
        // One line is enough of what the same instruction does at the same point.
        if (members.insert({it->second, at->second, a.access.instruction.index, a.access.mode}).second)
          group.classes[at->second].members.push_back({a, e.frame, point});
      }
    }
    for (AccessGroup& group : groups) {
      statistics.classes += group.classes.size();
      group.points.resize(concurrency_.pointCount());
      for (AccessClass& c : group.classes) {
        group.points.set(c.point.index);
        chooseMembers(c);
      }
    }
    return groups;
  }

  bool isSignalSafe(const SharedAccess& a) const {
    const Program& program = pointers_.program();
    if (!program.instructions[a.access.instruction].isVolatile || a.place.at.isAny()) return false;
    TypeId whole = a.place.type ? a.place.type : pointers_.objects()[a.place.at.object].type;
    TypeId type = pointers_.objects().layout().numberAt(whole, a.place.at.offset);
    return type && program.text(program.types[type].name) == signalAtomicName;
  }

  // The locks held that lie in the accessed object itself: those relative to the value that the access is relative to.
  std::vector<OwnLock> ownLocks(const SharedAccess& a, StateId state) {
    std::vector<OwnLock> own;
    if (a.place.isVague()) return own;
    FunctionId function = pointers_.instances()[a.instance].function;
    for (const HeldLock& held : order_.states()[state].locks) {
      if (held.pending) continue;
      // A concrete lock of the object is one of its own too: another access may know it only relatively. What counts is
      // its distance from the access; of an access to some element of an array that is not known.
      const ExactAddress* address = order_.locks().addressOf(held.lock);
      if (address && address->object == a.place.at.object && !a.place.isShapeless) {
        auto exact = exactAddress(pointers_, a.instance, a.access.pointer);
        bool isOnePlace = pointers_.objects().isOnePlace(a.location);
        if (exact && exact->object == address->object)
          own.push_back({static_cast<int64_t>(a.place.at.offset + address->offset - exact->offset), held.mode});
        else if (isOnePlace)
          own.push_back({static_cast<int64_t>(address->offset), held.mode});
      }
      const RelativeLock* relative = order_.locks().relativeOf(held.lock);
      if (!relative || relative->function != function) continue;
      auto root = order_.rootOf(function, a.access.pointer);
      if (!root || root->root != relative->address.root) continue;
      int64_t distance = relative->address.offset - root->offset;
      own.push_back({static_cast<int64_t>(a.place.at.offset) + distance, held.mode});
    }
    llvm::sort(own);
    return own;
  }

  static bool mayConflict(const AccessGroup& a, const AccessGroup& b) {
    if (!a.isWrite && !b.isWrite) return false;
    if (a.isAtomic && b.isAtomic) return false;
    if (!overlap(a.place, b.place)) return false;
    // Different elements of one array, each at a fixed index.
    auto exactly = [](const AccessGroup& g) {
      return Place{{g.exact->object, g.exact->offset}, g.place.bytes, {}, 0, false, {}};
    };
    return !a.exact || !b.exact || a.exact->object != b.exact->object || overlap(exactly(a), exactly(b));
  }

  // The points that race with one, as a set.
  const llvm::BitVector& partners(PointId point) {
    if (partners_.size() < concurrency_.pointCount()) partners_.resize(concurrency_.pointCount());
    llvm::BitVector& row = partners_[point.index];
    for (uint32_t q = row.size(); q < concurrency_.pointCount(); ++q) {
      row.resize(q + 1);
      if (concurrency_.mayRace(point, PointId(q))) row.set(q);
    }
    return row;
  }

  void check(AccessGroup& a, AccessGroup& b) {
    bool any = false;
    bool isSafe = a.isSignalSafe && b.isSignalSafe;
    for (auto [group, against] : {std::pair(&a, &b), std::pair(&b, &a)}) {
      // What may be shared with signal handlers is still not for threads to share.
      llvm::BitVector ofThreads;
      if (isSafe) {
        ofThreads = against->points;
        for (unsigned p : against->points.set_bits())
          if (isHandler(PointId(p))) ofThreads.reset(p);
      }
      for (AccessClass& c : group->classes) {
        ++statistics.pairs;
        c.races = partners(c.point).anyCommon(isSafe ? ofThreads : against->points) && !(isSafe && isHandler(c.point));
        any |= c.races;
      }
    }
    if (any) note(a, b);
  }

  bool isHandler(PointId p) const { return concurrency_.originAt(p).kind == OriginKind::Signal; }

  void note(AccessGroup& a, AccessGroup& b) {
    // The narrower of the two names the place: a field, not the struct that was cleared as a whole. But what is known
    // to lie anywhere is one place of its own, or it would be told again with every field.
    auto width = [](const AccessGroup& g) { return std::pair(!g.place.isVague(), g.place.bytes); };
    const Place& place = (width(b) < width(a) ? b : a).place;
    const Object& object = pointers_.objects()[place.at.object];
    // In memory of unknown type it is the struct that counts, not where the pool got the memory from.
    uint32_t site = place.structure ? 0 : object.site;
    Found& found = places_[{object.kind, site, place.structure, place.at.offset}];
    if (!found.cost) found.place.place = place;
    if (place.bytes != Location::any && found.place.place.bytes < place.bytes) found.place.place.bytes = place.bytes;
    for (AccessGroup* group : {&a, &b})
      for (const AccessClass& c : group->classes)
        if (c.races && noted_.insert({&found, &c}).second)
          for (const RacingAccess& member : c.members)
            if (found.seen.insert({member.shared.access.instruction, member.shared.access.mode, member.shared.origin})
                    .second)
              found.place.accesses.push_back(member);
    for (const AccessClass& x : a.classes)
      for (const AccessClass& y : b.classes)
        if (x.races && y.races && partners(x.point).test(y.point.index)) offer(found, a, x, y);
  }

  // A pair of one class with itself is a pair of two runs; show two different lines where there are some.
  void offer(Found& found, const AccessGroup& a, const AccessClass& x, const AccessClass& y) {
    const Candidate* first = &x.best;
    const Candidate* second = &x == &y ? &x.other : &y.best;
    if (!a.isWrite) std::swap(first, second);
    bool isFault = concurrency_.originAt(x.point).isFault || concurrency_.originAt(y.point).isFault;
    Cost price{isFault,
               isHandler(x.point) && isHandler(y.point),
               (first->line.second == 0) + (second->line.second == 0),
               first->line == second->line,
               first->depth + second->depth,
               first->access->shared.access.instruction.index,
               second->access->shared.access.instruction.index};
    if (found.cost && *found.cost <= price) return;
    found.cost = price;
    found.place.best = {*first->access, *second->access};
  }

  Candidate candidate(const RacingAccess& a) {
    Candidate c{&a, {}, 0};
    const Program& program = pointers_.program();
    if (PositionId id = program.instructions[a.shared.access.instruction].position)
      c.line = {program.positions[id].file, program.positions[id].line};
    auto [it, isNew] = depths_.try_emplace(a.frame, 0);
    if (isNew)
      for (FrameId f = a.frame; f && it->second < 100; f = order_[f].caller) ++it->second;
    c.depth = it->second;
    return c;
  }

  void chooseMembers(AccessClass& c) {
    for (const RacingAccess& a : c.members)
      if (Candidate next = candidate(a); !c.best.access || next.cost() < c.best.cost()) c.best = next;
    c.other = c.best;
    for (const RacingAccess& a : c.members) {
      Candidate next = candidate(a);
      if (next.line != c.best.line && (c.other.line == c.best.line || next.cost() < c.other.cost())) c.other = next;
    }
  }

  const PointerAnalysis& pointers_;
  OrderAnalysis& order_;
  Concurrency& concurrency_;
  std::map<Key, Found> places_;
  llvm::DenseSet<std::pair<const Found*, const AccessClass*>>
      noted_; // classes whose members a place has, of this object
  llvm::DenseMap<FrameId, unsigned> depths_;
  std::vector<llvm::BitVector> partners_; // by point, as far as asked for
};

} // namespace

std::vector<RacingPlace> detectRaces(const PointerAnalysis& pointers, const Sharing& sharing, OrderAnalysis& order,
                                     Concurrency& concurrency, DetectStatistics& statistics) {
  Detector detector(pointers, order, concurrency);
  for (const SharedObject& object : sharing.objects()) detector.object(object);
  statistics = detector.statistics;
  return detector.places();
}

} // namespace steward
