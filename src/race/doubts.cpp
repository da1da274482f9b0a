#include "race/doubts.h"

#include <algorithm>

namespace steward {

double Doubts::weight() const {
  return (isEachOwn ? doubtWeights.eachOwn : 1) * (isMaking ? doubtWeights.making : 1) *
         (isAwaited ? doubtWeights.awaited : 1) * (isMixed ? doubtWeights.mixed : 1) *
         (isLeaving ? doubtWeights.leaving : 1) * (isStarting ? doubtWeights.starting : 1) *
         (isTaken ? doubtWeights.taken : 1) * (isTested ? doubtWeights.tested : 1) *
         (isThrough ? doubtWeights.through : 1) * (isHandedOver ? doubtWeights.handedOver : 1) *
         (lock ? doubtWeights.kinLock : 1) * doubtWeights.ofCrowd[crowd];
}

static bool isMade(const Object& o) { return o.kind == ObjectKind::Heap || o.kind == ObjectKind::Stack; }

DoubtFinder::DoubtFinder(const PointerAnalysis& pointers, const Reach& reach, const Origins& origins,
                         const OrderAnalysis& order)
    : pointers_(pointers), program_(pointers.program()), reach_(reach), origins_(origins), order_(order),
      ways_(pointers, order), kin_(pointers, reach, order), tests_(pointers, reach, kin_),
      manySites_(static_cast<unsigned>(program_.instructions.size() + 1)),
      dispatching_(static_cast<unsigned>(pointers.instances().size())), lockSets_{{{}, 0}}, locks_(1),
      forkSets_{{{}, 0}}, forks_(1) {
  const ObjectTable& objects = pointers_.objects();
  for (uint32_t n = 0; n < objects.objectCount(); ++n)
    if (const Object& o = objects[ObjectId(n)]; isMade(o) && !reach_.isSingle(ObjectId(n))) manySites_.set(o.site);
  for (uint32_t n = 0; n < dispatching_.size(); ++n)
    for (BlockId b : program_.blocksOf(pointers_.functionOf(InstanceId(n))))
      for (InstructionId i : program_.instructionsOf(program_.blocks[b]))
        if (isCall(program_.instructions[i].opcode))
          for (const CallModel* model : pointers_.modelsAt({InstanceId(n), i}))
            if (model->has(EffectKind::Dispatch)) dispatching_.set(n);
  reach_.addCallers(dispatching_);
  findTimes();
}

void DoubtFinder::setObject(const SharedObject& shared) {
  const ObjectTable& objects = pointers_.objects();
  const Object& object = objects[objects.whole(shared.object)];
  bool isFreed = false, isFreedByMaker = false;
  for (const SharedAccess& a : shared.accesses) {
    if (!a.access.isFree()) continue;
    isFreed = true;
    isFreedByMaker |= object.instance && llvm::is_contained(origins_.instancesOf(a.origin), object.instance);
  }
  isHandedOver_ = object.kind == ObjectKind::Heap && isFreed && !isFreedByMaker;
  uint64_t bytes = object.type ? program_.types[object.type].size : 0;
  // Of several arrays it is the array that counts, and how a thread came to it; of one array, the element.
  bool isMany = isMade(object) && manySites_[object.site];
  stride_ = !isMany && bytes != 0 && object.kind == ObjectKind::Heap && object.size != bytes ? bytes : 0;
  isOneOfMany_ = isMade(object) && (isMany || stride_ != 0);
}

const DoubtFinder::Known& DoubtFinder::knownOf(FrameId frame, const SharedAccess& access) {
  InstructionId at = access.access.instruction;
  for (const Known& k : known_[{frame, at}])
    if (k.pointer == access.access.pointer && k.stride == stride_) return k;
  const Instruction& i = program_.instructions[at];
  Known known{access.access.pointer, stride_};
  const Ways::Answer way = ways_.of(frame, access.access.pointer, stride_);
  known.way = way.way;
  known.named = way.named;
  known.tests = tests_.before(access.instance, frame, at);
  known.targets = pointers_.objectCount(access.instance, access.access.pointer);
  Circumstances& about = known.about;
  about.isTaken = isTaken(way.loads, frame, access);
  known.isLedByTaken = isTaken(way.ledBy, frame, access);
  about.isBulk = i.opcode != Opcode::Load && i.opcode != Opcode::Store && !isAtomic(i.opcode);
  Time time = timeOf(frame, at);
  about.isLeaving = time == Time::Behind;
  about.isStarting = time == Time::Before;
  about.awaited = awaitedAt(frame, access);
  about.locks = intern(kin_.heldAt(frame, at));
  auto& all = known_[{frame, at}];
  all.push_back(std::move(known));
  return all.back();
}

Circumstances DoubtFinder::of(FrameId frame, const SharedAccess& access) {
  const Known& known = knownOf(frame, access);
  Circumstances result = known.about;
  if (isOneOfMany_) result.way = known.way;
  if (isOneOfMany_) result.isTaken |= known.isLedByTaken;
  if (access.access.mode == AccessMode::Free) result.isBulk = false;
  if (!known.tests.empty())
    result.tested = intern(tests_.of(pointers_.objects().whole(access.place.at.object), access.instance, known.tests));
  const Object& object = pointers_.objects()[access.place.at.object];
  bool isVariable = object.kind == ObjectKind::Global;
  bool isNamed = isVariable && llvm::is_contained(known.named, GlobalId(object.site));
  if (!isNamed) result.crowd = known.targets >= 200 ? 3 : known.targets >= 50 ? 2 : known.targets >= 10 ? 1 : 0;
  result.isThrough = isVariable && !isNamed && known.targets > 1;
  return result;
}

uint32_t DoubtFinder::intern(const std::vector<KinLocks::Kind>& locks) {
  auto [it, isNew] = lockSets_.try_emplace(locks, static_cast<uint32_t>(locks_.size()));
  if (isNew) locks_.push_back(locks);
  return it->second;
}

Circumstances DoubtFinder::of(FrameId frame, llvm::ArrayRef<FrameId> others, const SharedAccess& access) {
  Circumstances result = of(frame, access);
  for (FrameId f : others) {
    Circumstances other = of(f, access);
    result.isLeaving &= other.isLeaving;
    result.isStarting &= other.isStarting;
    result.isTaken &= other.isTaken;
    result.isThrough &= other.isThrough;
    result.crowd = std::min(result.crowd, other.crowd);
    if (other.way == Way::Own) result.way = other.way;
    if (result.awaited != other.awaited) result.awaited = 0;
    for (auto set : {&Circumstances::locks, &Circumstances::tested}) {
      if (result.*set == other.*set) continue;
      const auto &one = locks_[result.*set], &two = locks_[other.*set];
      std::vector<KinLocks::Kind> both;
      std::set_intersection(one.begin(), one.end(), two.begin(), two.end(), std::back_inserter(both));
      result.*set = intern(both);
    }
  }
  return result;
}

// Whether a lock is not held any more that was held when the address was read.
bool DoubtFinder::isTaken(llvm::ArrayRef<CallSite> loads, FrameId frame, const SharedAccess& access) {
  if (loads.empty()) return false;
  auto fixedIn = [&](StateId state) {
    std::vector<LockId> locks;
    for (const HeldLock& held : order_.states()[state].locks)
      if (!held.pending && order_.locks().isFixed(held.lock)) locks.push_back(held.lock);
    return locks;
  };
  std::vector<LockId> fixed;
  for (const Execution& e : order_.executions(access.origin, access.instance, access.access.instruction))
    if (e.frame == frame) fixed = fixedIn(e.state);
  const auto kinds = kin_.heldAt(frame, access.access.instruction);
  auto isUnderOther = [&](const CallSite& load, const Execution& e) {
    return llvm::any_of(fixedIn(e.state), [&](LockId lock) { return !llvm::is_contained(fixed, lock); }) ||
           llvm::any_of(kin_.heldAt(e.frame, load.instruction),
                        [&](KinLocks::Kind kind) { return !llvm::is_contained(kinds, kind); });
  };
  return llvm::any_of(loads, [&](const CallSite& load) {
    auto reads = order_.executions(access.origin, load.instance, load.instruction);
    return !reads.empty() && llvm::all_of(reads, [&](const Execution& e) { return isUnderOther(load, e); });
  });
}

static bool isMain(const Program& program, const Function& function) {
  return program.text(function.linkName) == "main";
}

// When main runs each of its frames: a function that it calls before its loop and in it is run at any time.
void DoubtFinder::findTimes() {
  if (dispatching_.none()) return;
  llvm::DenseMap<FrameId, std::vector<const FrameCall*>> callsFrom;
  for (const FrameCall& call : order_.calls())
    if (order_[call.from].origin == Origins::main()) callsFrom[call.from].push_back(&call);
  std::vector<FrameId> work;
  for (const auto& [frame, calls] : callsFrom)
    if (isMain(program_, pointers_.functionOf(order_[frame].instance))) work.push_back(frame);
  llvm::sort(work);
  for (FrameId frame : work) frameTimes_[frame] = Time::Any;
  while (!work.empty()) {
    FrameId from = work.back();
    work.pop_back();
    for (const FrameCall* call : callsFrom[from]) {
      Time time = timeOf(from, call->call);
      auto [it, isNew] = frameTimes_.try_emplace(call->to, time);
      Time next = isNew || it->second == time ? time : Time::Any;
      if (!isNew && next == it->second) continue;
      it->second = next;
      work.push_back(call->to);
    }
  }
}

DoubtFinder::Time DoubtFinder::timeOf(FrameId frame, InstructionId at) {
  auto it = frameTimes_.find(frame);
  if (it == frameTimes_.end()) return Time::Any;
  InstanceId instance = order_[frame].instance;
  return isMain(program_, pointers_.functionOf(instance)) ? timeInMain(instance, at) : it->second;
}

DoubtFinder::Time DoubtFinder::timeInMain(InstanceId main, InstructionId at) {
  auto [it, isNew] = times_.try_emplace(at, Time::Any);
  if (!isNew) return it->second;
  auto dispatches = [&](InstructionId i) {
    if (!isCall(program_.instructions[i].opcode)) return false;
    return llvm::any_of(pointers_.modelsAt({main, i}),
                        [](const CallModel* m) { return m->has(EffectKind::Dispatch); }) ||
           llvm::any_of(pointers_.callees({main, i}), [&](InstanceId callee) { return dispatching_[callee.index]; });
  };
  // Everything that can be reached from a place, with the rest of its block.
  auto reaches = [&](InstructionId from, auto isMeant) {
    std::vector<BlockId> work;
    llvm::BitVector seen(static_cast<unsigned>(program_.blocks.size()));
    BlockId start = reach_.blockOf(from);
    for (InstructionId i : program_.instructionsOf(program_.blocks[start]))
      if (i > from && isMeant(i)) return true;
    work.push_back(start);
    while (!work.empty()) {
      BlockId b = work.back();
      work.pop_back();
      for (BlockId s : program_.successorsOf(program_.blocks[b])) {
        if (seen[s.index]) continue;
        seen.set(s.index);
        work.push_back(s);
        for (InstructionId i : program_.instructionsOf(program_.blocks[s]))
          if (isMeant(i)) return true;
      }
    }
    return false;
  };
  if (dispatches(at)) return Time::Any;
  bool isBehind = false, isBefore = reaches(at, dispatches);
  for (BlockId b : program_.blocksOf(pointers_.functionOf(main)))
    for (InstructionId i : program_.instructionsOf(program_.blocks[b]))
      isBehind = isBehind || (dispatches(i) && reaches(i, [&](InstructionId other) { return other == at; }));
  return times_[at] = isBefore == isBehind ? Time::Any : isBefore ? Time::Before : Time::Behind;
}

uint32_t DoubtFinder::awaitedAt(FrameId frame, const SharedAccess& access) {
  std::vector<ForkId> forks;
  for (const Execution& e : order_.executions(access.origin, access.instance, access.access.instruction)) {
    if (e.frame != frame) continue;
    for (const RunningFork& r : order_.states()[e.state].running)
      if (r.isAwaited) forks.push_back(r.fork);
    break;
  }
  auto [it, isNew] = forkSets_.try_emplace(forks, static_cast<uint32_t>(forks_.size()));
  if (isNew) forks_.push_back(forks);
  return it->second;
}

bool DoubtFinder::isWaitedFor(const Side& creator, const Side& other) const {
  OriginId by = creator.access.origin, of = other.access.origin;
  if (by == of || !origins_.isAncestor(by, of)) return false;
  return llvm::any_of(forks_[creator.about.awaited], [&](ForkId f) {
    return llvm::any_of(origins_[f].origins, [&](OriginId o) { return o == of || origins_.isAncestor(o, of); });
  });
}

const KinLocks::Kind* DoubtFinder::commonLock(uint32_t a, uint32_t b) const {
  for (const KinLocks::Kind& kind : locks_[a])
    if (std::binary_search(locks_[b].begin(), locks_[b].end(), kind)) return &kind;
  return nullptr;
}

Doubts DoubtFinder::between(const Side& x, const Side& y) const {
  const Circumstances &a = x.about, &b = y.about;
  const Place &placeA = x.access.place, &placeB = y.access.place;
  Doubts doubts;
  auto isKnown = [](const Circumstances& c) { return c.way == Way::Own || c.way == Way::Made; };
  doubts.isEachOwn = (isKnown(a) && b.way != Way::Found) || (isKnown(b) && a.way != Way::Found);
  doubts.isMaking = a.way == Way::Made || b.way == Way::Made;
  doubts.isLeaving = a.isLeaving || b.isLeaving;
  doubts.isStarting = a.isStarting || b.isStarting;
  doubts.isTaken = a.isTaken || b.isTaken;
  doubts.crowd = std::max(a.crowd, b.crowd);
  doubts.isThrough = a.isThrough && b.isThrough;
  doubts.isHandedOver = isHandedOver_;
  doubts.isAwaited = isWaitedFor(x, y) || isWaitedFor(y, x);
  // In memory that serves as several things, what is used as bytes may be something else than what is used as a struct.
  doubts.isMixed = placeA.structure.valid() != placeB.structure.valid();
  auto reachesInto = [](const Circumstances& bulk, const Place& at, const Circumstances& other, const Place& next) {
    return bulk.isBulk && !other.isBulk && at.at.offset != next.at.offset && at.at.offset != 0;
  };
  doubts.isMixed |= reachesInto(a, placeA, b, placeB) || reachesInto(b, placeB, a, placeA);
  doubts.isTested = commonLock(a.tested, b.locks) || commonLock(b.tested, a.locks);
  if (const KinLocks::Kind* kind = commonLock(a.locks, b.locks)) doubts.lock = *kind;
  return doubts;
}

} // namespace steward
