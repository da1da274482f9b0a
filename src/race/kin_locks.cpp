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

KinLocks::Kinds KinLocks::kindsOf(InstanceId instance, ValueId pointer) {
  // A lock of a variable is known by that, other than those that a pointer may be to.
  if (auto exact = exactAddress(pointers_, instance, pointer);
      exact && pointers_.objects()[exact->object].kind == ObjectKind::Global)
    return {intern(objectName(pointers_, pointers_.objects()[exact->object], exact->offset))};
  const Function& function = pointers_.functionOf(instance);
  ValueId value = stripCopies(program_, function, pointer);
  for (unsigned n = 0; n < 16 && value.isLocal(); ++n) {
    InstructionId definition = program_.local(function, value.local()).definition;
    if (!definition) { // a parameter
      uint32_t index = value.local().index;
      if (auto name = placeName(pointers_.pointsTo(instance, pointer)))
        ofParameter_.try_emplace({instance, index}, intern(*name));
      return {parameterBit | index};
    }
    const Instruction& i = program_.instructions[definition];
    if (i.opcode == Opcode::Index || (i.opcode == Opcode::Field && i.immediate == 0)) {
      value = stripCopies(program_, function, program_.operandsOf(i)[0]);
      continue;
    }
    if (i.opcode == Opcode::Load) {
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

void KinLocks::step(InstanceId instance, InstructionId id, Kinds& held) {
  const Instruction& i = program_.instructions[id];
  if (!isCall(i.opcode)) return;
  std::optional<Summary> all;
  for (InstanceId callee : pointers_.callees({instance, id})) {
    Summary one = inCaller(instance, id, callee);
    if (!all) {
      all = one;
      continue;
    }
    all->taken = common(all->taken, one.taken);
    all->given = unite(all->given, one.given);
    all->givesAny |= one.givesAny;
  }
  if (all) {
    if (all->givesAny) held.clear();
    remove(held, all->given);
    held = unite(held, all->taken);
  }
  for (const Change& change : changesAt(instance, id)) {
    if (change.takes)
      held = unite(held, change.kinds);
    else if (change.kinds.empty())
      held.clear();
    else
      remove(held, change.kinds);
  }
}

bool KinLocks::process(InstanceId instance) {
  const Function& function = pointers_.functionOf(instance);
  Flow flow;
  flow.blocks.resize(function.blockCount);
  if (function.blockCount == 0) return false;
  std::vector<BlockId> work{function.firstBlock};
  flow.blocks[0] = Kinds();
  std::optional<Kinds> left;
  auto arrive = [&](BlockId b, const Kinds& held) {
    auto& known = flow.blocks[b.index - function.firstBlock.index];
    Kinds next = known ? common(*known, held) : held;
    if (known == next) return;
    known = next;
    work.push_back(b);
  };
  while (!work.empty()) {
    BlockId b = work.back();
    work.pop_back();
    Kinds held = *flow.blocks[b.index - function.firstBlock.index];
    for (BlockId h : program_.handlersOf(program_.blocks[b])) arrive(h, {});
    for (InstructionId i : program_.instructionsOf(program_.blocks[b])) {
      if (isCall(program_.instructions[i].opcode)) before_[{instance, i}] = held;
      step(instance, i, held);
    }
    for (BlockId s : program_.successorsOf(program_.blocks[b])) arrive(s, held);
  }
  for (BlockId b : program_.blocksOf(function)) {
    if (!flow.blocks[b.index - function.firstBlock.index]) continue;
    Kinds held = *flow.blocks[b.index - function.firstBlock.index];
    for (InstructionId i : program_.instructionsOf(program_.blocks[b])) {
      if (isCall(program_.instructions[i].opcode)) before_[{instance, i}] = held;
      for (const Change& change : changesAt(instance, i))
        if (!change.takes) {
          flow.summary.given = unite(flow.summary.given, change.kinds);
          flow.summary.givesAny |= change.kinds.empty();
        }
      if (isCall(program_.instructions[i].opcode))
        for (InstanceId callee : pointers_.callees({instance, i})) {
          Summary one = inCaller(instance, i, callee);
          flow.summary.given = unite(flow.summary.given, one.given);
          flow.summary.givesAny |= one.givesAny;
        }
      if (program_.instructions[i].opcode == Opcode::Return) left = left ? unite(*left, held) : held;
      step(instance, i, held);
    }
  }
  flow.summary.taken = left.value_or(Kinds());
  bool isChanged = flow.summary != flows_[instance].summary;
  flows_[instance] = std::move(flow);
  return isChanged;
}

KinLocks::Kinds KinLocks::resolved(InstanceId instance, const Kinds& kinds) const {
  Kinds result;
  for (Kind k : kinds) {
    auto it = k & parameterBit ? ofParameter_.find({instance, k & ~parameterBit}) : ofParameter_.end();
    if (!(k & parameterBit))
      result.push_back(k);
    else if (it != ofParameter_.end())
      result.push_back(it->second);
  }
  llvm::sort(result);
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
    InstanceId instance = order_[from].instance;
    Kinds entry = kept(instance, entries_[from]);
    for (const FrameCall* call : callsFrom[from]) {
      auto own = before_.find({instance, call->call});
      Kinds held = own == before_.end() ? entry : unite(entry, resolved(instance, own->second));
      // Handlers and what is started run when nothing of it is held any more.
      if (!pointers_.isPlainCall({instance, call->call})) held = entry;
      auto [it, isNew] = entries_.try_emplace(call->to, held);
      Kinds next = isNew ? held : common(it->second, held);
      if (!isNew && next == it->second) continue;
      it->second = next;
      work.push_back(call->to);
    }
  }
}

// What is still held inside, of what was when it was entered.
KinLocks::Kinds KinLocks::kept(InstanceId instance, Kinds entry) const {
  auto flow = flows_.find(instance);
  if (flow == flows_.end()) return entry;
  if (flow->second.summary.givesAny) return {};
  remove(entry, resolved(instance, flow->second.summary.given));
  return entry;
}

const std::vector<KinLocks::Kind>& KinLocks::heldAt(FrameId frame, InstructionId instruction) {
  static const Kinds nothing;
  if (names_.empty()) return nothing;
  auto [known, isNew] = held_.try_emplace({frame, instruction});
  if (!isNew) return known->second;
  InstanceId instance = order_[frame].instance;
  auto entry = entries_.find(frame);
  Kinds result = entry == entries_.end() ? Kinds() : kept(instance, entry->second);
  if (flows_.count(instance)) result = unite(result, insideAt(instance, instruction));
  return held_[{frame, instruction}] = std::move(result);
}

// A block is gone through once, for all of its instructions.
const KinLocks::Kinds& KinLocks::insideAt(InstanceId instance, InstructionId instruction) {
  auto known = inside_.find({instance, instruction});
  if (known != inside_.end()) return known->second;
  BlockId block = reach_.blockOf(instruction);
  const auto& start =
      flows_.find(instance)->second.blocks[block.index - pointers_.functionOf(instance).firstBlock.index];
  Kinds held = start.value_or(Kinds());
  for (InstructionId i : program_.instructionsOf(program_.blocks[block])) {
    inside_[{instance, i}] = resolved(instance, held);
    step(instance, i, held);
  }
  return inside_[{instance, instruction}];
}

} // namespace steward
