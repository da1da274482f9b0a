#include "race/kin_locks.h"

#include "pointer/call_parts.h"
#include "sharing/object_names.h"

#include <algorithm>

namespace steward {

using Kinds = std::vector<KinLocks::Kind>;

static Kinds unite(const Kinds& a, const Kinds& b) {
  Kinds result;
  std::set_union(a.begin(), a.end(), b.begin(), b.end(), std::back_inserter(result));
  return result;
}

static Kinds common(const Kinds& a, const Kinds& b) {
  Kinds result;
  std::set_intersection(a.begin(), a.end(), b.begin(), b.end(), std::back_inserter(result));
  return result;
}

static void remove(Kinds& from, const Kinds& what) {
  std::erase_if(from, [&](KinLocks::Kind k) { return std::binary_search(what.begin(), what.end(), k); });
}

void KinLocks::Summary::take(const Kinds& kinds) {
  taken = unite(taken, kinds);
  remove(given, kinds);
}

void KinLocks::Summary::giveAny() {
  taken.clear();
  given.clear();
  givesAny = true;
}

void KinLocks::Summary::give(const Kinds& kinds) {
  if (kinds.empty()) return giveAny();
  remove(taken, kinds);
  if (!givesAny) given = unite(given, kinds);
}

void KinLocks::Summary::meet(const Summary& other) {
  // What one way has taken and the other left alone is held if it was when the function was entered.
  taken = common(taken, other.taken);
  givesAny |= other.givesAny;
  given = givesAny ? Kinds() : unite(given, other.given);
}

Kinds KinLocks::Summary::heldFrom(const Kinds& entry) const {
  Kinds kept = givesAny ? Kinds() : entry;
  remove(kept, given);
  return unite(kept, taken);
}

KinLocks::KinLocks(const PointerAnalysis& pointers, const Reach& reach, const OrderAnalysis& order)
    : pointers_(pointers), program_(pointers.program()), reach_(reach), order_(order),
      locking_(static_cast<unsigned>(pointers.instances().size())) {
  for (uint32_t n = 0; n < locking_.size(); ++n)
    for (BlockId b : program_.blocksOf(pointers_.functionOf(InstanceId(n))))
      for (InstructionId i : program_.instructionsOf(program_.blocks[b]))
        if (isCall(program_.instructions[i].opcode) && !changesAt(InstanceId(n), i).empty()) locking_.set(n);
  reach_.addCallers(locking_);
  constexpr unsigned maxRounds = 8; // recursion through more is not followed to its end
  bool isChanged = true;
  for (unsigned round = 0; isChanged && round < maxRounds; ++round) {
    isChanged = false;
    for (unsigned n : locking_.set_bits()) isChanged |= process(InstanceId(n));
  }
  findEntries();
}

KinLocks::Kind KinLocks::intern(std::string name) {
  auto [it, isNew] = ids_.try_emplace(name, static_cast<Kind>(names_.size()));
  if (isNew) names_.push_back(std::move(name));
  return it->second;
}

// "item_locks[]", "conn.lock": one name for all the places, by the struct that they lie in where there is one.
std::optional<std::string> KinLocks::placeName(llvm::ArrayRef<LocationId> places) const {
  constexpr size_t maxPlaces = 64;
  const ObjectTable& objects = pointers_.objects();
  std::optional<std::string> result;
  if (places.empty() || places.size() > maxPlaces) return std::nullopt;
  for (LocationId place : places) {
    const Location& at = objects[place];
    const Object& object = objects[at.object];
    if (at.isAny()) return std::nullopt;
    // A lock in a struct is of that struct; one by itself is known by what it is called, or where it comes from.
    llvm::StringRef type = object.type ? program_.text(program_.types[object.type].name) : "";
    std::string member = object.type ? objects.layout().outerPath(object.type, at.offset) : "";
    bool isMember = llvm::StringRef(member).contains('.') && !type.empty();
    std::string name = (isMember ? type.str() : objectName(pointers_, object)) + member;
    if (!isMember && object.kind != ObjectKind::Global) name += "@" + std::to_string(object.site);
    if (result && *result != name) return std::nullopt;
    result = name;
  }
  return result;
}

static bool isOfStruct(llvm::StringRef placeName) { return placeName.contains('.') && !placeName.contains('@'); }

KinLocks::Kinds KinLocks::kindsOf(InstanceId instance, ValueId pointer) {
  // A lock of a variable is known by that, other than those that a pointer may be to.
  if (auto exact = exactAddress(pointers_, instance, pointer);
      exact && pointers_.objects()[exact->object].kind == ObjectKind::Global)
    return {intern(objectName(pointers_, pointers_.objects()[exact->object], exact->offset))};
  const Function& function = pointers_.functionOf(instance);
  ValueId value = stripCopies(program_, function, pointer);
  bool isElement = false;
  for (unsigned n = 0; n < 16 && value.isLocal(); ++n) {
    InstructionId definition = program_.local(function, value.local()).definition;
    if (!definition) { // a parameter
      return {parameterBit | value.local().index};
    }
    const Instruction& i = program_.instructions[definition];
    if (i.opcode == Opcode::Index || (i.opcode == Opcode::Field && i.immediate == 0)) {
      isElement |= i.opcode == Opcode::Index;
      value = stripCopies(program_, function, program_.operandsOf(i)[0]);
      continue;
    }
    if (i.opcode == Opcode::Load) {
      // The lock of an element of an array of structs is what others know by a pointer to the element.
      if (auto name = placeName(pointers_.pointsTo(instance, pointer)); isElement && name && isOfStruct(*name)) break;
      // What a pointer in a struct or variable leads to is known by that, if it is a lock as a whole.
      bool isLock = true;
      for (LocationId place : pointers_.pointsTo(instance, pointer)) isLock &= pointers_.objects()[place].offset == 0;
      auto name = placeName(pointers_.pointsTo(instance, program_.operandsOf(i)[0]));
      if (isLock && name) return {intern("*" + *name)};
    }
    break;
  }
  if (auto name = placeName(pointers_.pointsTo(instance, pointer))) return {intern(*name)};
  Kinds several;
  constexpr size_t maxKinds = 16;
  auto places = pointers_.pointsTo(instance, pointer);
  if (places.size() > maxKinds) return {};
  for (LocationId place : places)
    if (auto name = placeName({place})) several.push_back(intern(*name));
  llvm::sort(several);
  several.erase(std::unique(several.begin(), several.end()), several.end());
  return several;
}

llvm::SmallVector<KinLocks::Change, 1> KinLocks::changesAt(InstanceId instance, InstructionId id) {
  auto [it, isNew] = changes_.try_emplace({instance, id});
  if (!isNew) return it->second;
  llvm::SmallVector<Change, 1> changes;
  const Instruction& call = program_.instructions[id];
  for (const CallModel* model : pointers_.modelsAt({instance, id}))
    for (const Effect& effect : model->effects) {
      if (effect.kind != EffectKind::Acquire && effect.kind != EffectKind::Release) continue;
      ValueId lock = effect.object ? argumentOf(program_, call, effect.object) : ValueId();
      if (!lock || effect.object.indirect) continue;
      bool takes = effect.kind == EffectKind::Acquire;
      Kinds kinds = kindsOf(instance, lock);
      if (takes && kinds.size() != 1) kinds.clear();
      // Whether one that is known was got by trying is known better elsewhere.
      auto exact = effect.when == When::Always ? std::nullopt : exactAddress(pointers_, instance, lock);
      if (takes && exact && reach_.isSingle(exact->object)) kinds.clear();
      if (takes && effect.mode == LockMode::Shared) kinds.clear(); // keeps only writers out
      changes.push_back({takes, kinds});
    }
  if (changes.empty()) {
    changes_.erase(it);
    return changes;
  }
  return it->second = changes;
}

// What a call of the callee takes and gives back, in terms of its caller.
KinLocks::Summary KinLocks::inCaller(InstanceId caller, InstructionId call, InstanceId callee) {
  auto it = flows_.find(callee);
  if (it == flows_.end()) return {};
  Summary summary = it->second.summary, result;
  auto arguments = program_.argumentsOf(program_.instructions[call]);
  bool isPlain = pointers_.isPlainCall({caller, call});
  result.givesAny = summary.givesAny;
  auto translate = [&](const Kinds& kinds, bool isTaken) {
    Kinds here;
    for (Kind k : kinds) {
      if (!(k & parameterBit)) {
        here.push_back(k);
        continue;
      }
      uint32_t index = k & ~parameterBit;
      Kinds given = isPlain && index < arguments.size() ? kindsOf(caller, arguments[index]) : Kinds();
      if (isTaken && given.size() != 1) given.clear();
      if (!isTaken && given.empty()) result.givesAny = true;
      here.insert(here.end(), given.begin(), given.end());
    }
    llvm::sort(here);
    here.erase(std::unique(here.begin(), here.end()), here.end());
    return here;
  };
  result.taken = translate(summary.taken, true);
  result.given = translate(summary.given, false);
  return result;
}

void KinLocks::step(InstanceId instance, InstructionId id, Summary& held) {
  const Instruction& i = program_.instructions[id];
  if (!isCall(i.opcode)) return;
  std::optional<Summary> all;
  for (InstanceId callee : pointers_.callees({instance, id})) {
    Summary one = inCaller(instance, id, callee);
    if (all)
      all->meet(one);
    else
      all = one;
  }
  if (all) {
    if (all->givesAny) held.giveAny();
    if (!all->given.empty()) held.give(all->given);
    held.take(all->taken);
  }
  for (const Change& change : changesAt(instance, id))
    if (change.takes)
      held.take(change.kinds);
    else
      held.give(change.kinds);
}

// A call of functions that end the process.
bool KinLocks::neverReturns(const CallSite& site) const {
  if (!isCall(program_.instructions[site.instruction].opcode)) return false;
  auto callees = pointers_.callees(site);
  return !callees.empty() && llvm::all_of(callees, [&](InstanceId callee) {
    for (BlockId b : program_.blocksOf(pointers_.functionOf(callee)))
      for (InstructionId i : program_.instructionsOf(program_.blocks[b]))
        if (program_.instructions[i].opcode == Opcode::Return || program_.instructions[i].opcode == Opcode::Throw)
          return false;
    return true;
  });
}

// Where ways out of the function meet, and nothing else happens.
bool KinLocks::onlyReturns(BlockId block, unsigned depth) const {
  constexpr unsigned maxDepth = 4;
  for (InstructionId id : program_.instructionsOf(program_.blocks[block])) {
    Opcode opcode = program_.instructions[id].opcode;
    if (opcode == Opcode::Return) return true;
    if (opcode != Opcode::Phi && opcode != Opcode::Copy && opcode != Opcode::Jump) return false;
  }
  auto successors = program_.successorsOf(program_.blocks[block]);
  return depth < maxDepth && successors.size() == 1 && onlyReturns(successors[0], depth + 1);
}

bool KinLocks::process(InstanceId instance) {
  const Function& function = pointers_.functionOf(instance);
  Flow flow;
  flow.blocks.resize(function.blockCount);
  if (function.blockCount == 0) return false;
  std::vector<BlockId> work{function.firstBlock};
  flow.blocks[0] = Summary();
  auto arrive = [&](BlockId b, const Summary& held) {
    auto& known = flow.blocks[b.index - function.firstBlock.index];
    Summary next = held;
    if (known) next.meet(*known);
    if (known == next) return;
    known = next;
    work.push_back(b);
  };
  while (!work.empty()) {
    BlockId b = work.back();
    work.pop_back();
    Summary held = *flow.blocks[b.index - function.firstBlock.index];
    Summary thrown = held; // from anywhere in the block
    thrown.taken.clear();
    for (BlockId h : program_.handlersOf(program_.blocks[b])) arrive(h, thrown);
    bool isEnd = false;
    for (InstructionId i : program_.instructionsOf(program_.blocks[b])) {
      step(instance, i, held);
      isEnd |= neverReturns({instance, i});
    }
    if (isEnd) continue;
    for (BlockId s : program_.successorsOf(program_.blocks[b])) arrive(s, held);
  }
  // A function that may return with a lock is taken to: its callers look at what it returns.
  std::optional<Summary> left;
  Kinds taken;
  for (BlockId b : program_.blocksOf(function)) {
    if (!flow.blocks[b.index - function.firstBlock.index]) continue;
    Summary held = *flow.blocks[b.index - function.firstBlock.index];
    bool returns = onlyReturns(b), isEnd = false;
    for (InstructionId i : program_.instructionsOf(program_.blocks[b])) {
      returns |= program_.instructions[i].opcode == Opcode::Return;
      isEnd |= neverReturns({instance, i});
      step(instance, i, held);
    }
    if (isEnd) continue;
    for (BlockId s : program_.successorsOf(program_.blocks[b])) returns |= onlyReturns(s);
    if (!returns) continue;
    taken = unite(taken, held.taken);
    if (left)
      left->meet(held);
    else
      left = held;
  }
  if (left) {
    flow.summary = *left;
    flow.summary.take(taken);
  }
  bool isChanged = flow.summary != flows_[instance].summary;
  flows_[instance] = std::move(flow);
  return isChanged;
}

KinLocks::Kinds KinLocks::resolved(InstanceId instance, const Kinds& kinds) {
  Kinds result;
  for (Kind k : kinds) {
    if (!(k & parameterBit)) {
      result.push_back(k);
      continue;
    }
    uint32_t index = k & ~parameterBit;
    auto [it, isNew] = ofParameter_.try_emplace({instance, index});
    if (isNew)
      if (auto name = placeName(pointers_.pointsTo(instance, ValueId::local(LocalId(index)))))
        it->second = intern(*name);
    if (it->second) result.push_back(*it->second);
  }
  llvm::sort(result);
  result.erase(std::unique(result.begin(), result.end()), result.end());
  return result;
}

// What a frame is entered with by a call: what its caller holds there, and which of the arguments lead to that.
KinLocks::Kinds KinLocks::enteredBy(const FrameCall& call) {
  InstanceId instance = order_[call.from].instance;
  Kinds held =
      flows_.count(instance) ? insideAt(instance, call.call).heldFrom(entries_[call.from]) : entries_[call.from];
  // Handlers and what is started run when nothing is held any more of what was taken here.
  if (held.empty() || !pointers_.isPlainCall({instance, call.call})) return resolved(instance, entries_[call.from]);
  Kinds result = resolved(instance, held);
  auto arguments = program_.argumentsOf(program_.instructions[call.call]);
  uint32_t parameters = pointers_.functionOf(order_[call.to].instance).parameterCount;
  for (uint32_t k = 0; k < arguments.size() && k < parameters; ++k) {
    Kinds given = arguments[k].isLocal() ? kindsOf(instance, arguments[k]) : Kinds();
    if (given.size() == 1 && std::binary_search(held.begin(), held.end(), given[0])) result.push_back(parameterBit | k);
  }
  return result;
}

// What all callers of a frame hold. Nothing is known of a frame at first, so that recursion does not count.
void KinLocks::findEntries() {
  if (names_.empty()) return;
  llvm::DenseMap<FrameId, std::vector<const FrameCall*>> callsFrom;
  for (const FrameCall& call : order_.calls()) callsFrom[call.from].push_back(&call);
  std::vector<FrameId> work(order_.frameRoots().begin(), order_.frameRoots().end());
  for (FrameId root : work) entries_[root] = {};
  while (!work.empty()) {
    FrameId from = work.back();
    work.pop_back();
    for (const FrameCall* call : callsFrom[from]) {
      Kinds held = enteredBy(*call);
      auto [it, isNew] = entries_.try_emplace(call->to, held);
      Kinds next = isNew ? held : common(it->second, held);
      if (!isNew && next == it->second) continue;
      it->second = next;
      work.push_back(call->to);
    }
  }
}

const std::vector<KinLocks::Kind>& KinLocks::heldAt(FrameId frame, InstructionId instruction) {
  static const Kinds nothing;
  if (names_.empty()) return nothing;
  auto [known, isNew] = held_.try_emplace({frame, instruction});
  if (!isNew) return known->second;
  InstanceId instance = order_[frame].instance;
  Kinds entry = entries_.lookup(frame);
  Kinds held = flows_.count(instance) ? insideAt(instance, instruction).heldFrom(entry) : entry;
  return held_[{frame, instruction}] = resolved(instance, held);
}

// A block is gone through once, for all of its instructions.
const KinLocks::Summary& KinLocks::insideAt(InstanceId instance, InstructionId instruction) {
  auto known = inside_.find({instance, instruction});
  if (known != inside_.end()) return known->second;
  BlockId block = reach_.blockOf(instruction);
  const auto& start =
      flows_.find(instance)->second.blocks[block.index - pointers_.functionOf(instance).firstBlock.index];
  Summary held = start.value_or(Summary());
  for (InstructionId i : program_.instructionsOf(program_.blocks[block])) {
    inside_[{instance, i}] = held;
    step(instance, i, held);
  }
  return inside_[{instance, instruction}];
}

} // namespace steward
