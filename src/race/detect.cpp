#include "race/detect.h"

#include "race/element_locks.h"
#include "race/fresh.h"
#include "race/parts.h"

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

// What may keep an access apart from others, known of it alone.
struct Standing {
  std::optional<Parts::Number> part; // where it is can be told
  bool isUnpublished = false;        // in an object that only its thread has yet
};

// The accesses of a group at one point: no check can tell them apart.
struct AccessClass {
  PointId point;
  std::vector<RacingAccess> members;
  Candidate best, other;           // the easiest to follow, and one on another line if there is one
  bool races = false;              // with the group that is being looked at
  bool allRace = false;            // all members do; else
  llvm::BitVector racing;          // those that do
  std::vector<Standing> standings; // of the members, once asked for
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
  Detector(const PointerAnalysis& pointers, const Reach& reach, const Origins& origins, const Sharing& sharing,
           OrderAnalysis& order, Concurrency& concurrency)
      : pointers_(pointers), reach_(reach), sharing_(sharing), order_(order), concurrency_(concurrency),
        elementLocks_(pointers, reach, order), parts_(pointers, reach, origins, order, concurrency),
        fresh_(pointers, reach, parts_.scopes()) {
    for (const SharedObject& shared : sharing.objects()) shared_[shared.object] = &shared;
  }

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
    std::set<std::tuple<size_t, size_t, uint32_t, AccessMode, InstanceId>> members;
    std::vector<AccessGroup> groups;
    for (const SharedAccess& a : shared.accesses) {
      auto exact = exactAddress(pointers_, a.instance, a.access.pointer);
      bool isSafe = isSignalSafe(a);
      auto [it, isNew] =
          ids.try_emplace({a.place, a.access.isWrite(), a.access.isAtomic, isSafe, exact}, groups.size());
      if (isNew) groups.push_back({a.place, a.access.isWrite(), a.access.isAtomic, isSafe, exact, {}, {}});
      AccessGroup& group = groups[it->second];
      for (const Execution& e : order_.executions(a.origin, a.instance, a.access.instruction)) {
        PointId point = concurrency_.point(a.origin, e.state, ownLocks(a, e.state));
        auto [at, isNewClass] = classIds.try_emplace({it->second, point}, group.classes.size());
        if (isNewClass) group.classes.push_back({point, {}, {}, {}, false, false, {}, {}});
        // Once is enough of what the same instruction does at the same point.
        if (members.insert({it->second, at->second, a.access.instruction.index, a.access.mode, a.instance}).second)
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
    FunctionId function = pointers_.instances()[a.instance].function;
    for (const HeldLock& held : order_.states()[state].locks) {
      if (held.pending) continue;
      // A concrete lock of the object is one of its own too: another access may know it only relatively. What counts is
      // its distance from the access; of an access to some element of an array that is not known.
      const ExactAddress* address = order_.locks().addressOf(held.lock);
      if (address && address->object == a.place.at.object && !a.place.isShapeless && !a.place.isVague()) {
        auto exact = exactAddress(pointers_, a.instance, a.access.pointer);
        bool isOnePlace = pointers_.objects().isOnePlace(a.location);
        if (exact && exact->object == address->object)
          own.push_back({static_cast<int64_t>(a.place.at.offset + address->offset - exact->offset), 0, held.mode});
        else if (isOnePlace)
          own.push_back({static_cast<int64_t>(address->offset), 0, held.mode});
      }
      const RelativeLock* relative = order_.locks().relativeOf(held.lock);
      if (!relative || relative->function != function) continue;
      auto root = order_.rootOf(function, a.access.pointer);
      if (uint32_t pairing = elementLocks_.pairing(a, *relative)) own.push_back({0, pairing, held.mode});
      // How far from the access it is says nothing when nobody knows where that is.
      if (a.place.isVague()) continue;
      if (!root || root->root != relative->address.root) continue;
      int64_t distance = relative->address.offset - root->offset;
      own.push_back({static_cast<int64_t>(a.place.at.offset) + distance, 0, held.mode});
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

  // Whether accesses may still be told apart, by the part of an array or the one of several objects that they are to,
  // or because the object is new.
  bool mayBeApart(const AccessGroup& a, const AccessGroup& b) const {
    ObjectKind kind = pointers_.objects()[a.place.at.object].kind;
    if (kind == ObjectKind::Heap || kind == ObjectKind::Stack) return true;
    return !(a.exact && b.exact && reach_.isSingle(a.exact->object));
  }

  Standing standingOf(const SharedAccess& a) {
    ObjectKind kind = pointers_.objects()[a.place.at.object].kind;
    bool isMade = kind == ObjectKind::Heap || kind == ObjectKind::Stack;
    return {parts_.numberOf(a), isMade && fresh_.isUnpublished(a.instance, a.access.pointer, a.access.instruction)};
  }

  // Whether accesses are to different parts, or the object of one was not there for the other yet.
  bool areKeptApart(const SharedAccess& a, const Standing& x, const Standing& y) {
    if (x.part && y.part && parts_.areApart(*x.part, *y.part)) return true;
    if (x.isUnpublished && y.isUnpublished) return true; // each has its own
    return (x.isUnpublished || y.isUnpublished) && isHandedOnInOrder(a.place.at.object);
  }

  // Whether whoever gets an address of the object does so after what was done to it before its address was given away:
  // all places that addresses of it are passed on through are used in order.
  bool isHandedOnInOrder(ObjectId object) {
    findHolders();
    object = pointers_.objects().whole(object);
    if (auto it = handedOn_.find(object); it != handedOn_.end()) return it->second;
    if (hasTooMany_) return false;
    auto it = holders_.find(object);
    bool isOrdered = it == holders_.end() || llvm::all_of(it->second, [&](LocationId l) { return isUsedInOrder(l); });
    return handedOn_[object] = isOrdered;
  }

  void findHolders() {
    if (std::exchange(hasHolders_, true)) return;
    const ObjectTable& objects = pointers_.objects();
    constexpr size_t maxHolders = 2'000'000; // more is imprecision, through which everything holds everything
    size_t count = 0;
    for (uint32_t n = 0; n < objects.locationCount() && !hasTooMany_; ++n) {
      LocationId holder(n);
      hasTooMany_ = (count += pointers_.contentOf(holder).size()) > maxHolders;
      if (!sharing_.escapes(objects[holder].object)) continue;
      for (LocationId target : pointers_.contentOf(holder)) {
        ObjectId object = objects.whole(objects[target].object);
        ObjectKind kind = objects[object].kind;
        if (kind != ObjectKind::Heap && kind != ObjectKind::Stack) continue;
        auto& known = holders_[object];
        if (known.empty() || known.back() != holder) known.push_back(holder);
      }
    }
  }

  bool isUsedInOrder(LocationId holder) {
    auto [it, isNew] = ordered_.try_emplace(holder, true); // while it is being looked at: it is if all others are
    if (!isNew) return it->second;
    const ObjectTable& objects = pointers_.objects();
    ObjectId object = objects[holder].object;
    const SharedObject* shared = shared_.lookup(objects.whole(object));
    if (!shared) return true;
    std::vector<const SharedAccess*> writes, reads;
    for (const SharedAccess& a : shared->accesses) {
      const Location& at = objects[a.location];
      bool isHere = a.location == holder || at.object != object || at.isAny() || objects[holder].isAny() ||
                    (at.offset < objects[holder].offset + 8 &&
                     (a.access.bytes == Location::any || objects[holder].offset < at.offset + a.access.bytes));
      if (!isHere || a.access.mode == AccessMode::Free || a.access.isText) continue;
      bool isBoth = a.access.isAtomic && a.access.isWrite() &&
                    pointers_.program().instructions[a.access.instruction].opcode != Opcode::AtomicStore;
      if (a.access.isWrite()) writes.push_back(&a);
      if (!a.access.isWrite() || isBoth) reads.push_back(&a);
    }
    constexpr size_t maxPairs = 4096;
    bool isOrdered = writes.size() * reads.size() <= maxPairs;
    for (const SharedAccess* w : writes)
      for (const SharedAccess* r : reads) isOrdered = isOrdered && isHandedOn(*w, *r);
    return ordered_[holder] = isOrdered;
  }

  // Whether a pointer that one access writes and the other reads is read after it was written, with all that was done
  // before that.
  bool isHandedOn(const SharedAccess& w, const SharedAccess& r) {
    const Program& program = pointers_.program();
    auto order = [&](const SharedAccess& a) { return program.instructions[a.access.instruction].order; };
    bool isRelease = order(w) == MemoryOrder::Release || order(w) == MemoryOrder::AcquireRelease ||
                     order(w) == MemoryOrder::Sequential;
    bool isAcquire = order(r) == MemoryOrder::Acquire || order(r) == MemoryOrder::Consume ||
                     order(r) == MemoryOrder::AcquireRelease || order(r) == MemoryOrder::Sequential;
    if (w.access.isAtomic && r.access.isAtomic && isRelease && isAcquire) return true;
    bool mayRace = false;
    for (const Execution& x : order_.executions(w.origin, w.instance, w.access.instruction))
      for (const Execution& y : order_.executions(r.origin, r.instance, r.access.instruction))
        mayRace = mayRace || concurrency_.mayRace(concurrency_.point(w.origin, x.state, ownLocks(w, x.state)),
                                                  concurrency_.point(r.origin, y.state, ownLocks(r, y.state)));
    if (!mayRace) return true;
    return areKeptApart(w, standingOf(w), standingOf(r));
  }

  const std::vector<Standing>& standingsOf(AccessClass& c) {
    if (c.standings.empty())
      for (const RacingAccess& member : c.members) c.standings.push_back(standingOf(member.shared));
    return c.standings;
  }

  // Whether some members of the two could be kept apart.
  bool mayBeApart(AccessClass& x, AccessClass& y) {
    auto isPart = [](const Standing& s) { return s.part.has_value(); };
    auto isUnpublished = [](const Standing& s) { return s.isUnpublished; };
    const auto& a = standingsOf(x);
    const auto& b = standingsOf(y);
    return (llvm::any_of(a, isPart) && llvm::any_of(b, isPart)) || llvm::any_of(a, isUnpublished) ||
           llvm::any_of(b, isUnpublished);
  }

  // Marks those members of two classes that race, and offers their pairs.
  bool pairUp(Found*& found, AccessGroup& a, AccessGroup& b, AccessClass& x, AccessClass& y) {
    constexpr size_t maxPairs = 4096;
    std::vector<std::pair<size_t, size_t>> pairs;
    bool isSplit = false;
    if (mayBeApart(a, b) && x.members.size() * y.members.size() <= maxPairs && mayBeApart(x, y))
      for (size_t m = 0; m < x.members.size(); ++m)
        for (size_t n = &x == &y ? m : 0; n < y.members.size(); ++n) {
          if (areKeptApart(x.members[m].shared, x.standings[m], y.standings[n]))
            isSplit = true;
          else
            pairs.push_back({m, n});
        }
    else
      pairs.push_back({0, 0});
    if (pairs.empty()) return false;
    if (!found) found = &placeOf(a, b);
    if (!isSplit) {
      x.allRace = y.allRace = true;
      offer(*found, a, x.best, y.point, &x == &y ? x.other : y.best, x.point);
      return true;
    }
    for (AccessClass* c : {&x, &y}) c->racing.resize(static_cast<unsigned>(c->members.size()));
    for (auto [m, n] : pairs) {
      x.racing.set(static_cast<unsigned>(m));
      y.racing.set(static_cast<unsigned>(n));
      offer(*found, a, candidate(x.members[m]), y.point, candidate(y.members[n]), x.point);
    }
    return true;
  }

  bool isHandler(PointId p) const { return concurrency_.originAt(p).kind == OriginKind::Signal; }

  Found& placeOf(const AccessGroup& a, const AccessGroup& b) {
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
    return found;
  }

  void note(AccessGroup& a, AccessGroup& b) {
    for (AccessGroup* group : {&a, &b})
      for (AccessClass& c : group->classes) {
        c.allRace = false;
        c.racing.clear();
      }
    Found* found = nullptr;
    for (AccessClass& x : a.classes)
      for (AccessClass& y : b.classes)
        if (x.races && y.races && partners(x.point).test(y.point.index)) pairUp(found, a, b, x, y);
    if (!found) return;
    for (AccessGroup* group : {&a, &b})
      for (const AccessClass& c : group->classes) {
        if (c.allRace ? !noted_.insert({found, &c}).second : c.racing.empty()) continue;
        for (size_t m = 0; m < c.members.size(); ++m)
          if (const SharedAccess& a = c.members[m].shared;
              (c.allRace || c.racing[static_cast<unsigned>(m)]) &&
              found->seen.insert({a.access.instruction, a.access.mode, a.origin}).second)
            found->place.accesses.push_back(c.members[m]);
      }
  }

  // A pair of one class with itself is a pair of two runs; show two different lines where there are some.
  void offer(Found& found, const AccessGroup& a, const Candidate& x, PointId yPoint, const Candidate& y,
             PointId xPoint) {
    const Candidate* first = &x;
    const Candidate* second = &y;
    if (!a.isWrite) std::swap(first, second);
    bool isFault = concurrency_.originAt(xPoint).isFault || concurrency_.originAt(yPoint).isFault;
    Cost price{isFault,
               isHandler(xPoint) && isHandler(yPoint),
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
  const Reach& reach_;
  const Sharing& sharing_;
  OrderAnalysis& order_;
  Concurrency& concurrency_;
  ElementLocks elementLocks_;
  Parts parts_;
  Fresh fresh_;
  llvm::DenseMap<ObjectId, const SharedObject*> shared_;
  llvm::DenseMap<ObjectId, std::vector<LocationId>> holders_; // of each object, where its addresses lie
  bool hasHolders_ = false, hasTooMany_ = false;
  llvm::DenseMap<LocationId, bool> ordered_;
  llvm::DenseMap<ObjectId, bool> handedOn_;
  std::map<Key, Found> places_;
  // Classes all of whose members a place has, of this object.
  llvm::DenseSet<std::pair<const Found*, const AccessClass*>> noted_;
  llvm::DenseMap<FrameId, unsigned> depths_;
  std::vector<llvm::BitVector> partners_; // by point, as far as asked for
};

} // namespace

std::vector<RacingPlace> detectRaces(const PointerAnalysis& pointers, const Reach& reach, const Origins& origins,
                                     const Sharing& sharing, OrderAnalysis& order, Concurrency& concurrency,
                                     DetectStatistics& statistics) {
  Detector detector(pointers, reach, origins, sharing, order, concurrency);
  for (const SharedObject& object : sharing.objects()) detector.object(object);
  statistics = detector.statistics;
  return detector.places();
}

} // namespace steward
