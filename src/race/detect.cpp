#include "race/detect.h"

#include "race/callers.h"
#include "race/chosen.h"
#include "race/custody.h"
#include "race/draws.h"
#include "race/element_locks.h"
#include "race/fresh.h"
#include "race/holders.h"
#include "race/marks.h"
#include "race/own_frames.h"
#include "race/ownership.h"
#include "race/parts.h"
#include "race/receipts.h"

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

// What may keep an access apart from others that are unordered with it, known of it alone.
struct Standing {
  RootsId roots;                                   // how its object may have come to be
  std::optional<Parts::Number> part;               // where it is can be told
  bool isUnpublished = false;                      // in an object that only its thread has yet
  bool isReceived = false;                         // in one whose address its thread has got in order
  Ownership::Hold hold = Ownership::Hold::Nothing; // what its thread has of the object
  Custody::Kind custody = Custody::Kind::None;     // how it has come to the object through owners
  uint32_t chosen = 0;                             // in code that some of the threads run
  uint32_t draw = 0;                               // the element with a number that only its thread has drawn
  bool isOfTask = false;                           // made by a task
  bool isQuiet = false;                            // a function's own variable, when no task of its is there
  uint32_t ofMaker = 0;                            // by a task, to a variable of the call that has made it: which
  bool isOwnFrames = false;                        // to a variable of a function that runs on its own stack
  Circumstances about = {};                        // what speaks against a race
  bool isBenign = false;                           // in a function whose races do no harm, as the source says
  friend auto operator<=>(const Standing&, const Standing&) = default;
};

// Those of a class that nothing tells apart.
struct ClassPart {
  Standing standing;
  std::vector<const RacingAccess*> members = {};
  Candidate best = {}, other = {}; // the easiest to follow, and one on another line if there is one
  bool races = false;              // with the group that is being looked at
};

// The accesses of a group at one point: no check of order can tell them apart.
struct AccessClass {
  PointId point;
  std::vector<RacingAccess> members;
  std::vector<ClassPart> parts = {}; // made when they would be reported
  bool races = false;                // with the group that is being looked at, for all that order says
};

// Accesses of one kind to one place.
struct AccessGroup {
  Place place;
  bool isWrite, isAtomic;
  bool isFree;       // ends the whole object
  bool isSignalSafe; // to a volatile sig_atomic_t, which a signal handler may share with the rest
  std::optional<ExactAddress> exact;
  std::vector<AccessClass> classes;
  llvm::BitVector points; // of the classes
};

class Detector {
public:
  Detector(const PointerAnalysis& pointers, const Reach& reach, const Origins& origins, const Sharing& sharing,
           OrderAnalysis& order, Concurrency& concurrency, const SeeOverlapping& see)
      : see_(see), pointers_(pointers), reach_(reach), sharing_(sharing), order_(order), concurrency_(concurrency),
        callers_(pointers, order), elementLocks_(pointers, reach, order),
        parts_(pointers, reach, origins, order, concurrency), chosen_(pointers, order, concurrency, parts_),
        publishers_(pointers, sharing, parts_.scopes()), fresh_(pointers, reach, parts_.scopes(), publishers_),
        heldOnce_(pointers, reach, order, parts_.scopes(), parts_.scopes().writes, fresh_),
        draws_(pointers, reach, order, concurrency, elementLocks_, parts_.scopes()),
        ownership_(pointers, reach, order, sharing, parts_.scopes(), parts_.scopes().writes, publishers_, suppositions_,
                   [this](LocationId place, auto isMeant) { return isUsedInOrder(place, isMeant); }),
        receipts_(pointers, sharing, parts_.scopes(), parts_.scopes().writes, suppositions_,
                  [this](LocationId place, auto isMeant) { return isUsedInOrder(place, isMeant); }),
        ownFrames_(pointers, reach, parts_.scopes().writes), doubts_(pointers, reach, origins, order),
        custody_(pointers, reach, sharing, parts_.scopes(), parts_.scopes().writes, fresh_, ownership_.takes()),
        refinement_(pointers, [&](ObjectId object) { return !sharing.escapes(object); }, sharing.objects().size()) {
    for (const SharedObject& shared : sharing.objects()) shared_[shared.object] = &shared;
    findChanges();
  }

  DetectStatistics statistics;

  void object(const SharedObject& shared) {
    isRefined_ = pointers_.isRefined() && isWorthRefining(shared);
    std::vector<AccessGroup> groups = classify(shared);
    mayBeApart_ = mayBeApart(shared.object, groups);
    isLocal_ = pointers_.objects()[pointers_.objects().whole(shared.object)].kind == ObjectKind::Stack;
    // Of what has very many accesses only those are looked at that would be shown.
    constexpr size_t many = 1000;
    isDetailed_ = shared.accesses.size() <= many;
    doubts_.setObject(shared);
    for (size_t a = 0; a < groups.size(); ++a)
      for (size_t b = a; b < groups.size(); ++b)
        if (mayConflict(groups[a], groups[b])) check(groups[a], groups[b]);
    addCompany(groups);
    if (see_) seeOverlapping(shared.object, groups);
    noted_.clear();
    touched_.clear();
  }

  const Refinement::Statistics& refined() const { return refinement_.statistics(); }

  std::vector<RacingPlace> places() {
    std::vector<RacingPlace> result;
    auto mark = [&](RacingAccess& a) {
      a.looksTaken = ownership_.looksTaken(a.shared.instance, a.shared.access.pointer);
    };
    for (auto& [key, found] : places_) {
      mark(found.place.best.first);
      mark(found.place.best.second);
      for (RacingAccess& a : found.place.accesses) mark(a);
      result.push_back(std::move(found.place));
    }
    return result;
  }

private:
  // The same member of objects of one site is one place, whatever context they were allocated in.
  using Key = std::tuple<ObjectKind, uint32_t, StringId, uint64_t, bool>;
  // What the source says does no harm last; then handlers of faults; then what there are more doubts about; two signal
  // handlers; known lines
  // before unknown ones, two lines before one, short ways before long ones, then as in the source.
  using Cost = std::tuple<bool, bool, unsigned, bool, unsigned, bool, unsigned, uint32_t, uint32_t>;
  struct Found {
    RacingPlace place;
    std::optional<Cost> cost; // of the best pair
    std::set<std::tuple<InstructionId, AccessMode, OriginId>> seen;
    std::set<std::pair<InstructionId, PointId>> company;
  };

  // Who else accesses the places that race was found on.
  void addCompany(const std::vector<AccessGroup>& groups) {
    constexpr size_t most = 256; // more tell nothing new
    for (Found* found : touched_)
      for (const AccessGroup& group : groups)
        if (overlap(found->place.place, group.place))
          for (const AccessClass& c : group.classes)
            for (const RacingAccess& a : c.members)
              if (found->company.size() < most && found->company.insert({a.shared.access.instruction, a.point}).second)
                found->place.company.push_back(a);
  }

  // Which accesses may be made at the same time as another one to the same bytes, locks or not. Two reads count: who
  // says that something is guarded means its reads as well.
  void seeOverlapping(ObjectId object, std::vector<AccessGroup>& groups) {
    std::set<const ClassPart*> overlapping;
    for (size_t a = 0; a < groups.size(); ++a)
      for (size_t b = a; b < groups.size(); ++b) {
        if (groups[a].isFree || groups[b].isFree || !mayShareBytes(groups[a], groups[b])) continue;
        for (AccessClass& x : groups[a].classes)
          for (AccessClass& y : groups[b].classes)
            if (mayBeAtOnce(x.point, y.point)) addOverlapping(object, x, y, overlapping);
      }
    std::vector<RacingAccess> accesses;
    for (const AccessGroup& group : groups)
      for (const AccessClass& c : group.classes)
        for (const ClassPart& part : c.parts)
          if (overlapping.contains(&part))
            for (const RacingAccess* member : part.members) accesses.push_back(*member);
    if (!accesses.empty()) see_(object, accesses);
  }

  void addOverlapping(ObjectId object, AccessClass& x, AccessClass& y, std::set<const ClassPart*>& overlapping) {
    for (AccessClass* c : {&x, &y})
      if (c->parts.empty()) divide(*c);
    for (const ClassPart& p : x.parts)
      for (const ClassPart& q : y.parts) {
        if (overlapping.contains(&p) && overlapping.contains(&q)) continue;
        if (!areKeptApart(object, p.standing, q.standing)) overlapping.insert({&p, &q});
      }
  }

  bool mayBeAtOnce(PointId a, PointId b) {
    auto [it, isNew] = atOnce_.try_emplace({std::min(a, b), std::max(a, b)}, false);
    if (isNew) it->second = concurrency_.mayOverlap(a, b);
    return it->second;
  }

  // What has very many accesses is usually something that everything is mixed up with. A few of them tell.
  bool isWorthRefining(const SharedObject& shared) {
    constexpr size_t many = 4000, sample = 16;
    if (!refinement_.isWorthwhile(shared.object)) return false;
    if (shared.accesses.size() <= many) return true;
    size_t useful = 0;
    for (size_t k = 0; k < sample; ++k)
      useful += rootsOf(shared.accesses[k * shared.accesses.size() / sample]) != Refinement::anything();
    return 4 * useful >= sample;
  }

  RootsId rootsOf(const SharedAccess& a) { return refinement_.roots(a.instance, a.access.pointer, a.place.at.object); }

  std::vector<AccessGroup> classify(const SharedObject& shared) {
    std::map<std::tuple<Place, bool, bool, bool, bool, std::optional<ExactAddress>>, size_t> ids;
    std::map<std::pair<size_t, PointId>, size_t> classIds;
    std::map<std::tuple<size_t, size_t, uint32_t, AccessMode, InstanceId>, size_t> members;
    std::vector<AccessGroup> groups;
    for (const SharedAccess& a : shared.accesses) {
      auto exact = exactAddress(pointers_, a.instance, a.access.pointer);
      bool isSafe = isSignalSafe(a);
      bool isFree = a.access.mode == AccessMode::Free;
      auto [it, isNew] =
          ids.try_emplace({a.place, a.access.isWrite(), a.access.isAtomic, isFree, isSafe, exact}, groups.size());
      if (isNew) groups.push_back({a.place, a.access.isWrite(), a.access.isAtomic, isFree, isSafe, exact, {}, {}});
      AccessGroup& group = groups[it->second];
      for (const Execution& e : order_.executions(a.origin, a.instance, a.access.instruction)) {
        PointId point = concurrency_.point(a.origin, e.state, e.handed, ownLocks(a, e.state));
        auto [at, isNewClass] = classIds.try_emplace({it->second, point}, group.classes.size());
        if (isNewClass) group.classes.push_back({point, {}});
        // Once is enough of what the same instruction does at the same point.
        std::vector<RacingAccess>& known = group.classes[at->second].members;
        auto [member, isNewMember] = members.try_emplace(
            {it->second, at->second, a.access.instruction.index, a.access.mode, a.instance}, known.size());
        constexpr size_t maxOthers = 7;
        if (isNewMember)
          known.push_back({a, e.frame, point});
        else if (auto& others = known[member->second].others; others.size() < maxOthers)
          others.push_back(e.frame);
      }
    }
    for (AccessGroup& group : groups) {
      statistics.classes += group.classes.size();
      group.points.resize(concurrency_.pointCount());
      for (AccessClass& c : group.classes) group.points.set(c.point.index);
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

  static constexpr uint64_t pointerBytes = 8;

  // Writes to where a pointer to a lock is stored, with the states that they are made in.
  template <typename Visit>
  void changesAt(const Place& pointer, Visit visit) {
    auto it = shared_.find(pointer.at.object);
    if (it == shared_.end()) return;
    for (const SharedAccess& a : it->second->accesses) {
      if (a.access.mode != AccessMode::Write || !overlap(a.place, pointer)) continue;
      // Before others have the object there is nothing to be held.
      if (fresh_.isUnpublished(a.instance, a.access.pointer, a.access.instruction)) continue;
      for (const Execution& e : order_.executions(a.origin, a.instance, a.access.instruction)) visit(a.origin, e.state);
    }
  }

  void findChanges() {
    for (uint32_t n = 0; n < order_.locks().size(); ++n)
      if (const ContentLock* content = order_.locks().contentOf(LockId(n)))
        changesAt({{content->variable.object, content->variable.offset}, pointerBytes, {}, 0, false, {}},
                  [&](OriginId by, StateId state) { concurrency_.noteChange(LockId(n), by, state); });
  }

  // Whether the pointer may be changed while a thread of the origin lives.
  bool mayChangeAt(Place place, int64_t offset, OriginId origin) {
    if (offset < 0) return true;
    place.at.offset = static_cast<uint64_t>(offset);
    place.bytes = pointerBytes;
    auto [it, isNew] = changeable_.try_emplace({place, origin}, false);
    if (isNew)
      changesAt(place, [&](OriginId by, StateId state) { it->second |= concurrency_.mayChange(origin, by, state); });
    return it->second;
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
      if (auto distance = heldOnce_.distance(a.place.at.object, a.instance, a.access.pointer, *relative))
        own.push_back({*distance, OwnLock::besideHolder, held.mode});
      if (relative->isBesideHolder) continue;
      auto root = order_.rootOf(function, a.access.pointer);
      if (uint32_t pairing = elementLocks_.pairing(a, *relative)) own.push_back({0, pairing, held.mode});
      // How far from the access it is says nothing when nobody knows where that is.
      if (a.place.isVague()) continue;
      if (!root) continue;
      if (root->root != relative->address.root) {
        auto beside = elementLocks_.besideArray(a, *relative);
        if (!beside) beside = elementLocks_.inElement(a, *relative);
        if (beside && !(relative->isContent && mayChangeAt(a.place, *beside, a.origin)))
          own.push_back({*beside, 0, held.mode, relative->isContent});
        continue;
      }
      int64_t distance = relative->address.offset - root->offset;
      int64_t offset = static_cast<int64_t>(a.place.at.offset) + distance;
      if (relative->isContent && mayChangeAt(a.place, offset, a.origin)) continue;
      own.push_back({offset, 0, held.mode, relative->isContent});
    }
    addPicked(a, state, own);
    llvm::sort(own);
    return own;
  }

  // Locks that were taken in some order: `first` and `second` are `from` and `to`, or the other way round.
  //
  //   if (first > second) swap(first, second);   lock(&first->m); lock(&second->m);   from->x--; to->x++;
  //
  // Whichever way control came, one of what was picked there is the object that is accessed.
  void addPicked(const SharedAccess& a, StateId state, std::vector<OwnLock>& own) {
    if (a.place.isVague()) return;
    const Program& program = pointers_.program();
    FunctionId id = pointers_.instances()[a.instance].function;
    std::optional<RelativeAddress> root;
    std::map<std::pair<BlockId, int64_t>, std::vector<const Instruction*>> picked;
    for (const HeldLock& held : order_.states()[state].locks) {
      const RelativeLock* lock = held.pending ? nullptr : order_.locks().relativeOf(held.lock);
      if (!lock || lock->function != id || lock->isContent || lock->isBesideHolder || held.mode != LockMode::Exclusive)
        continue;
      ValueId value = lock->address.root;
      InstructionId by =
          value.isLocal() ? program.local(program.functions[id], value.local()).definition : InstructionId();
      if (by && program.instructions[by].opcode == Opcode::Phi)
        picked[{reach_.blockOf(by), lock->address.offset}].push_back(&program.instructions[by]);
    }
    for (const auto& [at, picks] : picked) {
      if (picks.size() < 2) continue;
      if (!root) root = order_.rootOf(id, a.access.pointer);
      if (!root) return;
      bool isHeld = true;
      auto blocks = [&](const Instruction& phi, size_t k) { return program.incoming[phi.firstIncoming + k]; };
      for (size_t k = 0; k < program.operandsOf(*picks[0]).size(); ++k)
        isHeld = isHeld && llvm::any_of(picks, [&](const Instruction* phi) {
                   auto operands = program.operandsOf(*phi);
                   if (k >= operands.size() || blocks(*phi, k) != blocks(*picks[0], k)) return false;
                   auto from = order_.rootOf(id, operands[k]);
                   return from && from->root == root->root && from->offset == 0;
                 });
      if (isHeld)
        own.push_back(
            {static_cast<int64_t>(a.place.at.offset) + at.second - root->offset, 0, LockMode::Exclusive, false});
    }
  }

  static bool mayConflict(const AccessGroup& a, const AccessGroup& b) {
    if (!a.isWrite && !b.isWrite) return false;
    if (a.isAtomic && b.isAtomic) return false;
    return mayShareBytes(a, b);
  }

  static bool mayShareBytes(const AccessGroup& a, const AccessGroup& b) {
    if (!overlap(a.place, b.place)) return false;
    // Different elements of one array, each at a fixed index.
    auto exactly = [](const AccessGroup& g) {
      return Place{{g.exact->object, g.exact->offset}, g.place.bytes, {}, 0, false, {}};
    };
    return !a.exact || !b.exact || a.exact->object != b.exact->object || overlap(exactly(a), exactly(b));
  }

  // The points that race with one, as a set: of all points, or at least as far as those that are meant go. Most points
  // never meet in one place, and are never compared.
  const llvm::BitVector& partners(PointId point, const llvm::BitVector& meant) {
    if (partners_.size() < concurrency_.pointCount()) partners_.resize(concurrency_.pointCount());
    Partners& row = partners_[point.index];
    if (row.known.size() < meant.size()) {
      row.known.resize(meant.size());
      row.racing.resize(meant.size());
    }
    for (unsigned q : meant.set_bits()) {
      if (row.known.test(q)) continue;
      row.known.set(q);
      if (concurrency_.mayRace(point, PointId(q))) row.racing.set(q);
    }
    return row.racing;
  }
  bool mayRace(PointId a, PointId b) const { return partners_[a.index].racing.test(b.index); } // asked for before

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
        c.races = partners(c.point, against->points).anyCommon(isSafe ? ofThreads : against->points) &&
                  !(isSafe && isHandler(c.point));
        any |= c.races;
      }
    }
    if (any && mayMeet(a, b)) note(a, b);
  }

  // Which parts of the classes that race may really meet.
  bool mayMeet(AccessGroup& a, AccessGroup& b) {
    for (AccessGroup* group : {&a, &b})
      for (AccessClass& c : group->classes) {
        if (c.races && c.parts.empty()) divide(c);
        for (ClassPart& part : c.parts) part.races = false;
      }
    bool any = false;
    forEachPair(a, b, [&](AccessClass&, ClassPart& x, AccessClass&, ClassPart& y) {
      ++statistics.meetings;
      if (areKeptApart(a.place.at.object, x.standing, y.standing)) return;
      x.races = y.races = any = true;
      ++statistics.met;
    });
    return any;
  }

  template <typename Function>
  void forEachPair(AccessGroup& a, AccessGroup& b, Function&& function) {
    for (AccessClass& x : a.classes)
      for (AccessClass& y : b.classes)
        if (x.races && y.races && mayRace(x.point, y.point))
          for (ClassPart& p : x.parts)
            for (ClassPart& q : y.parts) function(x, p, y, q);
  }

  void divide(AccessClass& c) {
    constexpr size_t maxParts = 64; // more pairs of them are not worth the time
    std::map<Standing, size_t> ids;
    for (const RacingAccess& a : c.members) {
      if (pointers_.isRefined() && !isHandedPlace(a)) continue;
      Standing standing{isRefined_ ? rootsOf(a.shared) : Refinement::anything(), {}};
      if (mayBeApart_) standing = standingOf(a.shared, standing.roots);
      standing.chosen = chosen_.of(a.shared, a.point);
      if (ids.size() >= maxParts && !ids.count(standing)) standing = {Refinement::anything(), {}};
      if (isLocal_) standing.isOwnFrames = isOwnVariable(a.shared);
      if (isDetailed_) standing.about = doubts_.of(a.frame, a.others, a.shared);
      standing.isBenign = marks_.benign(pointers_.instances()[a.shared.instance].function);
      auto [it, isNew] = ids.try_emplace(standing, c.parts.size());
      if (isNew) c.parts.push_back({standing});
      c.parts[it->second].members.push_back(&a);
    }
    for (ClassPart& part : c.parts) chooseMembers(part);
  }

  // Whether a caller that is at the access's point hands it the place.
  bool isHandedPlace(const RacingAccess& a) {
    const SharedAccess& s = a.shared;
    auto executions = order_.executions(s.origin, s.instance, s.access.instruction);
    return llvm::any_of(executions, [&](const Execution& e) {
      return concurrency_.point(s.origin, e.state, e.handed, ownLocks(s, e.state)) == a.point &&
             (!e.isOnly || callers_.mayReach(e.frame, s));
    });
  }

  // Whether accesses to the object may be told apart further, by the part of an array or the one of several objects
  // that they are to, or because the object is new.
  bool mayBeApart(ObjectId object, llvm::ArrayRef<AccessGroup> groups) const {
    ObjectKind kind = pointers_.objects()[object].kind;
    if (kind == ObjectKind::Heap || kind == ObjectKind::Stack || !reach_.isSingle(object)) return true;
    // Threads of a team are told apart by what they do, too.
    for (const AccessGroup& g : concurrency_.origins().hasTeams() ? groups : llvm::ArrayRef<AccessGroup>())
      for (const AccessClass& c : g.classes)
        if (concurrency_.originAt(c.point).kind == OriginKind::Team) return true;
    return llvm::any_of(groups, [](const AccessGroup& g) { return !g.exact; });
  }

  Standing standingOf(const SharedAccess& a, RootsId roots = Refinement::anything()) {
    ObjectKind kind = pointers_.objects()[a.place.at.object].kind;
    bool isMade = kind == ObjectKind::Heap || kind == ObjectKind::Stack;
    InstructionId at = a.access.instruction;
    bool isUnpublished = isMade && fresh_.isUnpublished(a.instance, a.access.pointer, at);
    return {roots,
            parts_.numberOf(a),
            isUnpublished,
            isMade && !isUnpublished && isReceived(a),
            isMade ? ownership_.holdOf(a.instance, a.access.pointer, at, a.place.at.object) : Ownership::Hold::Nothing,
            isMade ? custody_.of(a.instance, a.access.pointer, at) : Custody::Kind::None,
            0,
            draws_.of(a),
            concurrency_.originOf(a.origin).kind == OriginKind::Task,
            kind == ObjectKind::Stack && isQuiet(a),
            kind == ObjectKind::Stack && isOfMaker(a) ? a.instance.index + 1 : 0};
  }

  // Tasks and teams are handed the variables of who makes them, in ways of their own.
  bool isOfTeam(const SharedAccess& a) const {
    OriginKind kind = concurrency_.originOf(a.origin).kind;
    return kind == OriginKind::Task || kind == OriginKind::Team;
  }

  bool isReceived(const SharedAccess& a) {
    return !isOfTeam(a) && receipts_.isInOrder(a.instance, a.access.pointer, a.place.at.object);
  }

  bool isOwnVariable(const SharedAccess& a) {
    return !isOfTeam(a) && ownFrames_.isOwn(a.instance, a.access.pointer, a.place.at.object);
  }

  // A task that a function makes once, and that uses a variable of that call of the function: each has another one.
  bool isOfMaker(const SharedAccess& a) const {
    const Origin& origin = concurrency_.originOf(a.origin);
    if (origin.kind != OriginKind::Task || origin.entry != a.instance || origin.isMany) return false;
    InstanceId maker = pointers_.objects()[a.place.at.object].instance;
    for (uint32_t f = 0; f < concurrency_.origins().forkCount(); ++f) {
      const Fork& fork = concurrency_.origins()[ForkId(f)];
      if (fork.site.instance != maker) continue;
      for (OriginId made : fork.origins)
        if (concurrency_.originOf(made).entry == a.instance)
          return !reach_.isInLoop(reach_.blockOf(fork.site.instruction));
    }
    return false;
  }

  // A variable of the function that uses it, when all tasks are over that the function has made: those who were handed
  // its address by it, in this call of the function.
  bool isQuiet(const SharedAccess& a) const {
    OriginKind kind = concurrency_.originOf(a.origin).kind;
    if (kind != OriginKind::Task && kind != OriginKind::Team) return false;
    const Function& function = pointers_.functionOf(a.instance);
    ValueId root = fresh_.rootOf(function, a.access.pointer);
    InstructionId definition =
        root.isLocal() ? pointers_.program().local(function, root.local()).definition : InstructionId();
    if (!definition || pointers_.program().instructions[definition].opcode != Opcode::Allocate) return false;
    return llvm::none_of(order_.executions(a.origin, a.instance, a.access.instruction), [&](const Execution& e) {
      return llvm::any_of(order_.states()[e.state].running, [&](const RunningFork& r) {
        return concurrency_.originOf(concurrency_.origins()[r.fork].origins[0]).kind == OriginKind::Task;
      });
    });
  }

  // Whether accesses are to different objects or parts, or the object of one was not there for the other yet.
  bool areKeptApart(ObjectId object, const Standing& x, const Standing& y) {
    if (!refinement_.mayMeet(x.roots, y.roots)) return true;
    if (x.part && y.part && parts_.areApart(*x.part, *y.part)) return true;
    if (x.chosen && y.chosen && chosen_.areApart(x.chosen, y.chosen)) return true;
    if (x.draw && x.draw == y.draw) return true;
    if (x.ofMaker && x.ofMaker == y.ofMaker) return true;
    if ((x.isQuiet && y.isOfTask) || (y.isQuiet && x.isOfTask)) return true;
    if (x.isOwnFrames && y.isOwnFrames) return true;     // each has its own
    if (x.isUnpublished && y.isUnpublished) return true; // so it has
    if (Custody::areApart(x.custody, y.custody)) return true;
    if ((x.isUnpublished && y.isReceived) || (y.isUnpublished && x.isReceived)) return true;
    if ((x.isUnpublished || y.isUnpublished) && isHandedOnInOrder(object)) return true;
    return ownership_.areApart(object, x.hold, y.hold);
  }

  // Whether whoever gets an address of the object does so after what was done to it before its address was given away:
  // all places that addresses of it are passed on through are used in order.
  bool isHandedOnInOrder(ObjectId object) {
    findHolders();
    object = pointers_.objects().whole(object);
    if (hasTooMany_) return false;
    auto it = holders_.find(object);
    if (it == holders_.end()) return true;
    return handedOn_.ask(object,
                         [&] { return llvm::all_of(it->second, [&](LocationId l) { return isUsedInOrder(l); }); });
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
    return ordered_.ask(holder, [&] { return isUsedInOrder(holder, [](const SharedAccess&) { return true; }); });
  }

  // Whether all that is written there is ordered with the reads that are meant.
  bool isUsedInOrder(LocationId holder, llvm::function_ref<bool(const SharedAccess&)> isMeant) {
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
      if ((!a.access.isWrite() || isBoth) && isMeant(a)) reads.push_back(&a);
    }
    constexpr size_t maxPairs = 4096;
    bool isOrdered = writes.size() * reads.size() <= maxPairs;
    for (const SharedAccess* w : writes)
      for (const SharedAccess* r : reads) isOrdered = isOrdered && isHandedOn(*w, *r);
    return isOrdered;
  }

  // Whether a pointer that one access writes and the other reads is read after it was written, with all that was done
  // before that.
  bool isHandedOn(const SharedAccess& w, const SharedAccess& r) {
    const Program& program = pointers_.program();
    auto order = [&](const SharedAccess& a) { return program.instructions[a.access.instruction].order; };
    if (w.access.isAtomic && r.access.isAtomic && releases(order(w)) && acquires(order(r))) return true;
    bool mayRace = false;
    for (const Execution& x : order_.executions(w.origin, w.instance, w.access.instruction))
      for (const Execution& y : order_.executions(r.origin, r.instance, r.access.instruction))
        mayRace =
            mayRace || concurrency_.mayRace(concurrency_.point(w.origin, x.state, x.handed, ownLocks(w, x.state)),
                                            concurrency_.point(r.origin, y.state, y.handed, ownLocks(r, y.state)));
    if (!mayRace) return true;
    return areKeptApart(w.place.at.object, standingOf(w), standingOf(r));
  }

  bool isHandler(PointId p) const { return concurrency_.originAt(p).kind == OriginKind::Signal; }

  Found& placeOf(const AccessGroup& a, const AccessGroup& b) {
    // The narrower of the two names the place: a field, not the struct that was cleared as a whole. But what is known
    // to lie anywhere is one place of its own, or it would be told again with every field.
    auto width = [](const AccessGroup& g) { return std::pair(!g.place.isVague(), g.place.bytes); };
    // An object that is freed in use is one story, whichever of its members are used.
    bool isFreed = a.isFree || b.isFree;
    const Place& place = (isFreed ? a.isFree : !(width(b) < width(a))) ? a.place : b.place;
    const Object& object = pointers_.objects()[place.at.object];
    // In memory of unknown type it is the struct that counts, not where the pool got the memory from.
    uint32_t site = place.structure ? 0 : object.site;
    Found& found = places_[{object.kind, site, place.structure, place.at.offset, isFreed}];
    if (!found.cost) found.place.place = place;
    found.place.isFreed = isFreed;
    if (place.bytes != Location::any && found.place.place.bytes < place.bytes) found.place.place.bytes = place.bytes;
    return found;
  }

  void note(AccessGroup& a, AccessGroup& b) {
    Found& found = placeOf(a, b);
    if (!llvm::is_contained(touched_, &found)) touched_.push_back(&found);
    for (AccessGroup* group : {&a, &b})
      for (const AccessClass& c : group->classes)
        for (const ClassPart& part : c.parts)
          if (part.races && noted_.insert({&found, &part}).second)
            for (const RacingAccess* member : part.members) {
              const MemoryAccess& access = member->shared.access;
              if (found.seen.insert({access.instruction, access.mode, member->shared.origin}).second)
                found.place.accesses.push_back(*member);
            }
    forEachPair(a, b, [&](AccessClass& x, ClassPart& p, AccessClass& y, ClassPart& q) {
      if (p.races && q.races && !areKeptApart(a.place.at.object, p.standing, q.standing))
        offer(found, a, {x.point, p}, {y.point, q});
    });
  }

  struct Side {
    PointId point;
    const ClassPart& part;
  };

  // A pair of one part with itself is a pair of two runs; show two different lines where there are some.
  void offer(Found& found, const AccessGroup& a, const Side& x, const Side& y) {
    const Candidate* first = &x.part.best;
    const Candidate* second = &x.part == &y.part ? &x.part.other : &y.part.best;
    const Side *firstSide = &x, *secondSide = &y;
    if (!a.isWrite) std::swap(first, second), std::swap(firstSide, secondSide);
    bool isFault = concurrency_.originAt(x.point).isFault || concurrency_.originAt(y.point).isFault;
    Cost price{x.part.standing.isBenign || y.part.standing.isBenign,
               isFault,
               0,
               isHandler(x.point) && isHandler(y.point),
               (first->line.second == 0) + (second->line.second == 0),
               first->line == second->line,
               first->depth + second->depth,
               first->access->shared.access.instruction.index,
               second->access->shared.access.instruction.index};
    if (found.cost && *found.cost <= price) return; // whatever speaks against it
    auto about = [&](const Side* side, const RacingAccess& shown) {
      return isDetailed_ ? side->part.standing.about : doubts_.of(shown.frame, shown.others, shown.shared);
    };
    Circumstances aboutFirst = about(firstSide, *first->access), aboutSecond = about(secondSide, *second->access);
    Doubts doubts = doubts_.between({aboutFirst, first->access->shared}, {aboutSecond, second->access->shared});
    std::get<2>(price) = static_cast<unsigned>(1000 * (1 - doubts.weight()));
    if (found.cost && *found.cost <= price) return;
    found.cost = price;
    found.place.isInBenign = std::get<0>(price);
    found.place.best = {*first->access, *second->access};
    found.place.doubts = doubts;
    found.place.kinLock = doubts.lock ? doubts_.nameOf(*doubts.lock).str() : "";
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

  void chooseMembers(ClassPart& c) {
    for (const RacingAccess* a : c.members)
      if (Candidate next = candidate(*a); !c.best.access || next.cost() < c.best.cost()) c.best = next;
    c.other = c.best;
    for (const RacingAccess* a : c.members) {
      Candidate next = candidate(*a);
      if (next.line != c.best.line && (c.other.line == c.best.line || next.cost() < c.other.cost())) c.other = next;
    }
  }

  const SeeOverlapping& see_;
  const PointerAnalysis& pointers_;
  const Reach& reach_;
  const Sharing& sharing_;
  OrderAnalysis& order_;
  Concurrency& concurrency_;
  Callers callers_;
  ElementLocks elementLocks_;
  Parts parts_;
  Chosen chosen_;
  Publishers publishers_;
  Fresh fresh_;
  Holders heldOnce_;
  Draws draws_;
  Suppositions suppositions_;
  Ownership ownership_;
  Receipts receipts_;
  OwnFrames ownFrames_;
  DoubtFinder doubts_;
  Custody custody_;
  llvm::DenseMap<ObjectId, const SharedObject*> shared_;
  std::map<std::pair<Place, OriginId>, bool> changeable_;     // what mayChangeAt said
  llvm::DenseMap<ObjectId, std::vector<LocationId>> holders_; // of each object, where its addresses lie
  bool hasHolders_ = false, hasTooMany_ = false;
  Supposed<LocationId> ordered_{suppositions_};
  Supposed<ObjectId> handedOn_{suppositions_};
  std::map<Key, Found> places_;
  Marks marks_{pointers_};
  Refinement refinement_;
  bool isRefined_ = false, mayBeApart_ = false, isLocal_ = false,
       isDetailed_ = true;                                          // the object that is being looked at
  llvm::DenseSet<std::pair<const Found*, const ClassPart*>> noted_; // whose members a place has, of this object
  std::vector<Found*> touched_;                                     // places that race, of this object
  llvm::DenseMap<FrameId, unsigned> depths_;
  struct Partners {
    llvm::BitVector known, racing;
  };
  llvm::DenseMap<std::pair<PointId, PointId>, bool> atOnce_; // what mayBeAtOnce said
  std::vector<Partners> partners_;                           // by point, as far as asked for
};

} // namespace

std::vector<RacingPlace> detectRaces(const PointerAnalysis& pointers, const Reach& reach, const Origins& origins,
                                     const Sharing& sharing, OrderAnalysis& order, Concurrency& concurrency,
                                     DetectStatistics& statistics, const SeeOverlapping& see) {
  Detector detector(pointers, reach, origins, sharing, order, concurrency, see);
  for (const SharedObject& object : sharing.objects()) detector.object(object);
  statistics = detector.statistics;
  statistics.lookUps = concurrency.lookUps();
  statistics.refined = detector.refined();
  return detector.places();
}

} // namespace steward
