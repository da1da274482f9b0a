// What instructions, calls and branches do to the concurrency state.
#include "order/order.h"
#include "order/results.h"

#include "sharing/accesses.h"

#include <utility>

namespace steward {

OrderAnalysis::Flow OrderAnalysis::step(FrameId frame, InstructionId instruction, StateId state) {
  const Instruction& i = program_.instructions[instruction];
  state = afterWrites(frame, instruction, state);
  if (i.result && !states_[state].locks.empty()) state = forget(frame, i.result, state);
  if (!conditions_.empty()) state = forgetConditions(frame, instruction, state);
  if (isCall(i.opcode)) return call(frame, instruction, state);
  if (writesMemory(i.opcode)) {
    state = afterChangeOfPointer(frame, instruction, state);
    if (!spinLocks_.empty()) state = useSpinLock(frame, instruction, state);
  }
  if (i.opcode == Opcode::Throw) return {{}, state};
  if (i.opcode == Opcode::Unreachable) return {};
  return {state, {}};
}

// Where a fork stores its handle.
const OrderAnalysis::HandlePlace& OrderAnalysis::handlePlace(ForkId id) {
  auto [it, isNew] = handlePlaces_.try_emplace(id);
  HandlePlace& place = it->second;
  if (!isNew) return place;
  const Fork& fork = origins_[id];
  for (const CallModel* model : pointers_.modelsAt(fork.site))
    if (const Effect* forks = model->find(EffectKind::Fork); forks && forks->handle.kind == CallPart::Argument)
      place.value = partOf(program_, program_.instructions[fork.site.instruction], forks->handle);
  if (!place.value) return place;
  place.exact = exactAddress(pointers_, fork.site.instance, place.value);
  place.element = loops_.forkedElement(fork, place.value);
  return place;
}

// Whether a write may change a handle that the fork has stored, or the bound of the loop that it stored them in.
bool OrderAnalysis::mayLose(InstanceId instance, const MemoryAccess& write, ForkId by, ForkId fork) {
  const HandlePlace& handle = handlePlace(fork);
  if (!handle.value) return false;
  if (handle.element)
    for (const LoopBound* bound : {&handle.element->low, &handle.element->high})
      if (bound->variable && mayBe(pointers_, instance, write.pointer, *bound->variable)) return true;
  auto exact = exactAddress(pointers_, instance, write.pointer);
  if (exact && handle.exact && exact->object == handle.exact->object)
    return exact->offset < handle.exact->offset + 8 &&
           (write.bytes == Location::any || handle.exact->offset < exact->offset + write.bytes);
  // Two forks that fill different parts of one array.
  if (by && handle.element) {
    const HandlePlace& other = handlePlace(by);
    if (auto a = loops_.range(*handle.element))
      if (auto b = other.element ? loops_.range(*other.element)
                   : other.exact ? loops_.range(*other.exact)
                                 : std::nullopt)
        return a->object == b->object && (a->low < b->high && b->low < a->high);
  }
  const ObjectTable& objects = pointers_.objects();
  auto handles = pointers_.pointsTo(origins_[fork].site.instance, handle.value);
  for (LocationId place : pointers_.pointsTo(instance, write.pointer))
    for (LocationId stored : handles) {
      if (objects[place].object != objects[stored].object) continue;
      if (place == stored || objects[place].isAny() || objects[stored].isAny() || write.bytes > 8) return true;
    }
  return false;
}

// Whether an instruction may write where some fork stores its handles.
bool OrderAnalysis::writesHandle(InstanceId instance, InstructionId instruction) {
  Opcode opcode = program_.instructions[instruction].opcode;
  if (!writesMemory(opcode) && !isCall(opcode)) return false;
  auto [known, isNew] = writesHandle_.try_emplace({instance, instruction}, false);
  if (!isNew) return known->second;
  if (handleObjects_.empty()) {
    handleObjects_.resize(pointers_.objects().objectCount());
    for (uint32_t f = 0; f < origins_.forkCount(); ++f) {
      const HandlePlace& handle = handlePlace(ForkId(f));
      if (!handle.value) continue;
      for (LocationId place : pointers_.pointsTo(origins_[ForkId(f)].site.instance, handle.value))
        handleObjects_.set(pointers_.objects()[place].object.index);
      if (!handle.element) continue;
      for (const LoopBound* bound : {&handle.element->low, &handle.element->high})
        if (bound->variable) handleObjects_.set(bound->variable->object.index);
    }
  }
  for (const MemoryAccess& access : accessesOf(pointers_, instance, instruction)) {
    if (access.mode != AccessMode::Write) continue;
    bool isNear = llvm::any_of(pointers_.pointsTo(instance, access.pointer), [&](LocationId place) {
      return handleObjects_[pointers_.objects()[place].object.index];
    });
    for (uint32_t f = 0; isNear && f < origins_.forkCount(); ++f)
      if (mayLose(instance, access, {}, ForkId(f))) return known->second = true;
  }
  return false;
}

// What is known about handles holds until something else is written there.
StateId OrderAnalysis::afterWrites(FrameId frame, InstructionId instruction, StateId id) {
  Opcode opcode = program_.instructions[instruction].opcode;
  if (states_[id].running.empty() || (!writesMemory(opcode) && !isCall(opcode))) return id;
  if (!writesHandle(frames_[frame].instance, instruction)) return id;
  InstanceId instance = frames_[frame].instance;
  ForkId by = origins_.forkAt(frames_[frame].origin, {instance, instruction});
  std::optional<State> changed;
  for (const MemoryAccess& access : accessesOf(pointers_, instance, instruction)) {
    if (access.mode != AccessMode::Write) continue;
    if (!changed) changed = states_[id];
    std::erase_if(changed->handles, [&](const KnownHandle& h) {
      return mayOverwrite(pointers_, instance, access.pointer, access.bytes, addresses_[h.address.index]);
    });
    for (RunningFork& r : changed->running) {
      if (r.isLost || r.fork == by) continue;
      auto [known, isNew] = loses_.try_emplace({instance, instruction, access.pointer, r.fork}, false);
      if (isNew) known->second = mayLose(instance, access, by, r.fork);
      r.isLost = known->second;
    }
  }
  return changed ? states_.intern(*changed) : id;
}

// The state that callees of a call are entered in: a once-initialiser runs alone; the destructor of a thread's value
// runs at the end of the thread, and a handler of a loop that is nowhere to be seen later, where nothing is held.
StateId OrderAnalysis::entryFor(FrameId frame, InstructionId instruction, StateId state) {
  for (const CallModel* model : pointers_.modelsAt({frames_[frame].instance, instruction})) {
    if (model->has(EffectKind::KeySet) || model->has(EffectKind::Register)) {
      State atEnd = states_[state];
      atEnd.locks.clear();
      return states_.intern(atEnd);
    }
    // A function whose body counts, and which gives back a lock of the process when it is left: held while it runs.
    if (const Effect* release = model->find(EffectKind::Release);
        release && !release->global.empty() && model->body == BodyRule::Kept) {
      State inside = states_[state];
      inside.acquire(locks_.named(release->global), LockMode::Exclusive);
      return states_.intern(inside);
    }
    if (const Effect* once = model->find(EffectKind::Once))
      if (LockId lock = lockOf(frame, program_.instructions[instruction], *once)) {
        State inside = states_[state];
        inside.acquire(lock, LockMode::Exclusive);
        return states_.intern(inside);
      }
  }
  return state;
}

// The same where functions are called back, any number of times and in any order: what one of them leaves behind (a
// thread that it started) is there when the next one is called.
StateId OrderAnalysis::enteredIn(FrameId id, InstructionId instruction, StateId state) {
  CallSite site{frames_[id].instance, instruction};
  auto callees = pointers_.callees(site);
  if (callees.empty()) return state;
  StateId entered = entryFor(id, instruction, state);
  bool isRepeated = llvm::any_of(pointers_.modelsAt(site), [](const CallModel* model) {
    return model->has(EffectKind::CallBack) || model->has(EffectKind::Dispatch);
  });
  if (!isRepeated) return entered;
  for (;;) {
    StateId next = entered;
    for (InstanceId callee : callees) {
      if (transparent_[callee.index]) continue;
      repeats_.set(id.index);
      FrameId target = frame(frames_[id].origin, callee, intoCallee(id, instruction, callee, entered), id, instruction);
      finish(target);
      dependOn(target, id, instruction);
      next = states_.merge(next, outOfCallee(id, instruction, target, entered, frames_[target].exit));
    }
    if (next == entered) return entered;
    entered = next;
  }
}

// A handler that is called when the thread started by its own registration is over.
StateId OrderAnalysis::afterOwnFork(FrameId frame, InstructionId instruction, InstanceId callee, StateId id) {
  const HandlerTarget* own = nullptr;
  for (const HandlerTarget& handler : pointers_.handlers({frames_[frame].instance, instruction})) {
    if (handler.entry != callee) continue;
    if (own || !handler.effect->after) return id; // or by another
    own = &handler;
  }
  if (!own) return id;
  ForkId fork = origins_.forkAt(frames_[frame].origin, own->registered);
  const RunningFork* running = fork ? states_[id].findRunning(fork) : nullptr;
  if (!running || running->isMany) return id;
  State state = states_[id];
  end(state, fork);
  return states_.intern(state);
}

// The call of main by the start function of the process.
bool OrderAnalysis::isStartOfMain(FrameId id, llvm::ArrayRef<InstanceId> callees) const {
  return !callees.empty() && frames_[id].origin == Origins::main() &&
         program_.text(pointers_.functionOf(callees[0]).linkName) == "main" &&
         program_.text(pointers_.functionOf(frames_[id].instance).linkName) == startFunctionName;
}

OrderAnalysis::Flow OrderAnalysis::call(FrameId id, InstructionId instruction, StateId state) {
  OriginId origin = frames_[id].origin;
  CallSite site{frames_[id].instance, instruction};
  auto models = pointers_.modelsAt(site);
  auto callees = pointers_.callees(site);
  Flow flow;
  // The program's own functions, called directly or by a modelled function.
  StateId entered = enteredIn(id, instruction, state);
  for (InstanceId callee : callees) {
    // Where nothing is noted, only whether control comes back is asked for.
    StateId inside = quiet_[callee.index] ? StateTable::initial() : intoCallee(id, instruction, callee, entered);
    FrameId target = frame(origin, callee, inside, id, instruction);
    finish(target);
    dependOn(target, id, instruction);
    if (transparent_[callee.index]) {
      // Whatever states were merged to analyse it once, it leaves this one as it was.
      flow.normal = states_.merge(flow.normal, frames_[target].exit ? entered : StateId());
      flow.thrown = states_.merge(flow.thrown, frames_[target].unwind ? entered : StateId());
      continue;
    }
    flow.normal = states_.merge(flow.normal, outOfCallee(id, instruction, target, entered, frames_[target].exit));
    flow.thrown = states_.merge(flow.thrown, outOfCallee(id, instruction, target, entered, frames_[target].unwind));
  }
  if (!models.empty()) {
    // A function that is called back may not be called at all.
    bool isCalled = pointers_.isPlainCall(site);
    StateId before = callees.empty() ? state : isCalled ? flow.normal : states_.merge(flow.normal, entered);
    // What runs at the end of the thread changes nothing here; what runs some time later, which threads there are.
    auto has = [&](EffectKind kind) { return llvm::any_of(models, [&](const CallModel* m) { return m->has(kind); }); };
    if (has(EffectKind::KeySet)) before = state;
    if (has(EffectKind::Register) && flow.normal) {
      State later = states_[state];
      later.addRunning(states_[flow.normal].running);
      before = states_.intern(later);
    }
    // Behind a function pointer, the program's own functions may also be called instead of the modelled one.
    if (program_.instructions[instruction].opcode == Opcode::Call) flow.normal = {};
    for (const CallModel* model : models)
      flow.normal = states_.merge(flow.normal, before ? applyModel(id, instruction, *model, before) : StateId());
  }
  if (isStartOfMain(id, callees)) {
    start_ = id;
    flow.normal = states_.merge(flow.normal, processEnd_);
  }
  // Unknown code may throw. Of what is modelled only __cxa_throw and its like do, which do nothing else; that a join
  // might be cancelled or memory run out is left aside.
  FunctionId callee = program_.calleeOf(program_.instructions[instruction]);
  bool mayThrow = !callee || program_.functions[callee].mayThrow;
  bool isThrow = llvm::any_of(models, [](const CallModel* m) { return m->has(EffectKind::NoReturn); });
  bool isUnknown = models.empty() && callees.empty();
  if (mayThrow && (isThrow || isUnknown)) flow.thrown = states_.merge(flow.thrown, state);
  if (models.empty() && callees.empty())
    flow.normal = callee && program_.functions[callee].isNoReturn ? StateId() : state;
  return flow;
}

StateId OrderAnalysis::applyModel(FrameId frame, InstructionId instruction, const CallModel& model, StateId id) {
  State state = states_[id];
  bool hasForked = false;
  for (const Effect& effect : model.effects) {
    // All that one call starts is one fork.
    if (effect.kind == EffectKind::Fork || effect.kind == EffectKind::HandleSignal)
      if (std::exchange(hasForked, true)) continue;
    if (effect.kind == EffectKind::NoReturn) {
      if (effect.abrupt || effect.never) return {};
      // What ends the process goes on in the start function, with the handlers that run at the end.
      StateId end =
          frames_[frame].origin == Origins::main() ? states_.merge(processEnd_, states_.intern(state)) : processEnd_;
      if (end != processEnd_) {
        processEnd_ = end;
        if (start_) {
          for (BlockId b : program_.blocksOf(pointers_.functionOf(frames_[start_].instance)))
            frames_[start_].changed.insert(b);
          queue(start_);
        }
      }
      return {};
    }
    if (effect.kind == EffectKind::ThreadExit) {
      OriginId origin = frames_[frame].origin;
      State sum;
      sum.running = leftRunning_[origin.index];
      leftRunning_[origin.index] = merge(sum, state).running;
      return {};
    }
    applyEffect(frame, instruction, effect, state);
  }
  return states_.intern(state);
}

void OrderAnalysis::applyEffect(FrameId frame, InstructionId instruction, const Effect& effect, State& state) {
  const Instruction& call = program_.instructions[instruction];
  switch (effect.kind) {
  case EffectKind::Acquire:
    for (LockId lock : locksOf(frame, call, effect))
      for (LockId known : {lock, behindPointer(frame, lock)}) {
        InstructionId pending = effect.when == When::Always ? InstructionId() : instruction;
        // One try may end in one mode or in another.
        auto isTried = [&](const HeldLock& h) { return pending && h.lock == known && h.pending == pending; };
        if (known && llvm::none_of(state.locks, isTried)) state.acquire(known, effect.mode, pending);
      }
    break;
  case EffectKind::Release:
    releaseLock(frame, call, effect, state);
    break;
  case EffectKind::SemaphoreInit:
  case EffectKind::SemaphoreWait:
  case EffectKind::SemaphorePost:
    usePermit(frame, instruction, effect, state);
    break;
  case EffectKind::BarrierWait:
    if (auto address = barriers_.waitedFor(frames_[frame].instance, call, effect)) {
      LockId barrier = locks_.at(*address);
      std::vector<uint32_t> nodes;
      for (uint32_t from : state.nodesOf(barrier))
        nodes.push_back(nextNode({frames_[frame].instance, instruction}, from));
      state.setNodes(barrier, nodes);
    }
    break;
  case EffectKind::LockDestroy:
    break;
  case EffectKind::Once:
    // From here on the initialiser has surely run: as if a read lock were held that it held for writing.
    if (LockId lock = lockOf(frame, call, effect)) {
      state.release(lock);
      state.acquire(lock, LockMode::Shared);
    }
    break;
  case EffectKind::Fork:
  case EffectKind::HandleSignal:
    fork(frame, instruction, effect, state);
    break;
  case EffectKind::Join:
    join(frame, instruction, effect, state);
    break;
  case EffectKind::Await:
    await(frame, instruction, effect, state);
    break;
  default:
    break;
  }
}

// A semaphore that may be a lock: lowering it takes the lock, raising it gives it back.
void OrderAnalysis::usePermit(FrameId frame, InstructionId instruction, const Effect& effect, State& state) {
  auto group = permits_.groupOf(frames_[frame].instance, program_.instructions[instruction], effect);
  if (!group) return;
  LockId lock = locks_.at(*group);
  auto isHeld = [&] {
    return llvm::any_of(state.locks, [&](const HeldLock& h) { return h.lock == lock && !h.pending; });
  };
  if (effect.kind == EffectKind::SemaphorePost)
    state.release(lock);
  else if (effect.kind == EffectKind::SemaphoreWait && effect.when != When::Always)
    state.acquire(lock, LockMode::Exclusive, instruction);
  else if ((effect.kind == EffectKind::SemaphoreWait || permits_.startsTaken(*group)) && !isHeld())
    state.acquire(lock, LockMode::Exclusive);
}

// The node of a wait when the last one passed was `from`. Counting the first rounds keeps waits of one call apart that
// is made in a function of the program.
uint32_t OrderAnalysis::nextNode(CallSite wait, uint32_t from) {
  constexpr uint32_t maxCounted = 6;
  uint32_t count = std::min(nodeCounts_[from] + 1, maxCounted);
  auto [it, isNew] = nodeIds_.try_emplace({wait, count}, static_cast<uint32_t>(nodeCounts_.size()));
  if (isNew) nodeCounts_.push_back(count);
  return it->second;
}

// An atomic variable that is used as a lock.
StateId OrderAnalysis::useSpinLock(FrameId frame, InstructionId instruction, StateId id) {
  InstanceId instance = frames_[frame].instance;
  bool takes = spinLocks_.takes(instance, instruction);
  if (!takes && !spinLocks_.gives(instance, instruction)) return id;
  ValueId pointer = program_.operandsOf(program_.instructions[instruction])[0];
  State state = states_[id];
  if (!takes)
    releaseAt(frame, pointer, state);
  else if (LockId lock = lockAt(frame, pointer, true))
    state.acquire(lock, LockMode::Exclusive, instruction);
  return states_.intern(state);
}

// A pointer that is given another value leads to another lock.
StateId OrderAnalysis::afterChangeOfPointer(FrameId frame, InstructionId instruction, StateId id) {
  InstanceId instance = frames_[frame].instance;
  auto isChanged = [&](const HeldLock& held) {
    const ContentLock* content = locks_.contentOf(held.lock);
    const RelativeLock* relative = locks_.relativeOf(held.lock);
    if (!content && !(relative && relative->isContent)) return false;
    for (const MemoryAccess& access : accessesOf(pointers_, instance, instruction)) {
      if (access.mode != AccessMode::Write) continue;
      if (content && mayOverwrite(pointers_, instance, access.pointer, access.bytes, content->variable)) return true;
      if (content) continue;
      auto written = roots_.of(relative->function, access.pointer);
      if (written && written->root == relative->address.root) {
        if (access.bytes == Location::any ||
            (written->offset < relative->address.offset + 8 &&
             relative->address.offset < written->offset + static_cast<int64_t>(access.bytes)))
          return true;
        continue;
      }
      for (LocationId base : pointers_.pointsTo(instance, relative->address.root)) {
        const Location& at = pointers_.objects()[base];
        if (at.isAny() || mayOverwrite(pointers_, instance, access.pointer, access.bytes,
                                       {at.object, at.offset + static_cast<uint64_t>(relative->address.offset)}))
          return true;
      }
    }
    return false;
  };
  if (llvm::none_of(states_[id].locks, isChanged)) return id;
  State state = states_[id];
  std::erase_if(state.locks, isChanged);
  return states_.intern(state);
}

// A lock counts when it is one concrete lock, or when it is known relative to a value; what that is worth is seen when
// an access relative to the same value is found.
LockId OrderAnalysis::lockOf(FrameId frame, const Instruction& call, const Effect& effect) {
  if (!effect.object) return effect.global.empty() ? LockId() : locks_.named(effect.global);
  InstanceId instance = frames_[frame].instance;
  if (effect.object.indirect) {
    auto address = exactContent(pointers_, instance, argumentOf(program_, call, effect.object));
    return address && reach_.isSingle(address->object) ? locks_.at(*address) : LockId();
  }
  ValueId value = partOf(program_, call, effect.object);
  return value ? lockAt(frame, value) : LockId();
}

llvm::SmallVector<LockId, 2> OrderAnalysis::locksOf(FrameId frame, const Instruction& call, const Effect& effect) {
  llvm::SmallVector<LockId, 2> locks;
  if (effect.object.kind != CallPart::ArgumentsFrom) {
    locks.push_back(lockOf(frame, call, effect));
  } else {
    auto arguments = program_.argumentsOf(call);
    for (size_t k = effect.object.index; k < arguments.size(); ++k) locks.push_back(lockAt(frame, arguments[k]));
  }
  llvm::erase(locks, LockId());
  return locks;
}

LockId OrderAnalysis::lockAt(FrameId frame, ValueId value, bool isSpin) {
  InstanceId instance = frames_[frame].instance;
  auto address = exactAddress(pointers_, instance, value);
  if (address && reach_.isSingle(address->object)) return locks_.at(*address);
  FunctionId function = pointers_.instances()[instance].function;
  auto relative = roots_.of(function, value);
  return relative ? locks_.relative({function, *relative, false, isSpin}) : LockId();
}

// A lock that is known relative to a value which was read from a pointer variable is known by that as well: it is the
// lock that the variable leads to, for all who read the same there.
LockId OrderAnalysis::behindPointer(FrameId frame, LockId id) {
  if (!locks_.relativeOf(id)) return {};
  RelativeLock lock = *locks_.relativeOf(id);
  const Function& function = program_.functions[lock.function];
  ValueId root = lock.address.root;
  InstructionId definition = root.isLocal() ? program_.local(function, root.local()).definition : InstructionId();
  const Instruction* i = definition ? &program_.instructions[definition] : nullptr;
  if (lock.isContent || lock.isSpin || lock.address.offset != 0 || !i || i->opcode != Opcode::Load) return {};
  ValueId variable = program_.operandsOf(*i)[0];
  auto exact = exactAddress(pointers_, frames_[frame].instance, variable);
  if (exact && reach_.isSingle(exact->object)) return locks_.content({*exact});
  auto path = roots_.of(lock.function, variable);
  return path ? locks_.relative({lock.function, *path, true}) : LockId();
}

bool OrderAnalysis::mayRelease(FrameId frame, ValueId released, LockId held) {
  InstanceId instance = frames_[frame].instance;
  if (const ExactAddress* address = locks_.addressOf(held)) return mayBe(pointers_, instance, released, *address);
  auto leadsTo = [&](const ExactAddress& variable) {
    LocationId stored = pointers_.objects().find(variable.object, variable.offset);
    if (!stored) return true;
    for (LocationId lock : pointers_.contentOf(stored))
      if (llvm::is_contained(pointers_.pointsTo(instance, released), lock)) return true;
    return false;
  };
  if (const ContentLock* content = locks_.contentOf(held)) return leadsTo(content->variable);
  const RelativeLock* relative = locks_.relativeOf(held);
  if (!relative) return false;
  if (relative->isContent) {
    for (LocationId base : pointers_.pointsTo(instance, relative->address.root)) {
      const Location& at = pointers_.objects()[base];
      if (at.isAny() || leadsTo({at.object, at.offset + static_cast<uint64_t>(relative->address.offset)})) return true;
    }
    return false;
  }
  auto own = roots_.of(relative->function, released);
  // Two places of one object are the same place or not; of two values nobody knows, unless they point elsewhere.
  if (own && own->root == relative->address.root) return own->offset == relative->address.offset;
  auto places = pointers_.pointsTo(instance, released);
  for (LocationId base : pointers_.pointsTo(instance, relative->address.root))
    for (LocationId place : places)
      if (pointers_.objects()[base].object == pointers_.objects()[place].object) return true;
  return false;
}

// Whatever lock this may be is not surely held any more.
void OrderAnalysis::releaseLock(FrameId frame, const Instruction& call, const Effect& effect, State& state) {
  if (!effect.object) {
    if (!effect.global.empty()) state.release(locks_.named(effect.global));
    return;
  }
  if (ValueId value = partOf(program_, call, effect.object)) releaseAt(frame, value, state);
}

void OrderAnalysis::releaseAt(FrameId frame, ValueId value, State& state) {
  std::vector<LockId> released;
  for (const HeldLock& held : state.locks)
    if (mayRelease(frame, value, held.lock)) released.push_back(held.lock);
  for (const GuardedLock& held : state.guarded)
    if (mayRelease(frame, value, held.lock)) released.push_back(held.lock);
  std::sort(released.begin(), released.end());
  released.erase(std::unique(released.begin(), released.end()), released.end());
  for (LockId lock : released) state.release(lock);
}

StateId OrderAnalysis::forget(FrameId frame, LocalId local, StateId id) {
  FunctionId function = pointers_.instances()[frames_[frame].instance].function;
  auto isMeant = [&](const HeldLock& held) {
    const RelativeLock* relative = locks_.relativeOf(held.lock);
    return relative && roots_.dependsOn(function, relative->address.root, local);
  };
  if (llvm::none_of(states_[id].locks, isMeant)) return id;
  State state = states_[id];
  std::erase_if(state.locks, isMeant);
  return states_.intern(state);
}

bool OrderAnalysis::isPlain(const State& state) const {
  return state.facts.empty() && state.guarded.empty() &&
         llvm::none_of(state.locks, [&](const HeldLock& h) { return h.pending || locks_.relativeOf(h.lock); });
}

// Locks relative to what is handed over become relative to the parameters; others mean nothing in the callee.
StateId OrderAnalysis::intoCallee(FrameId frame, InstructionId instruction, InstanceId callee, StateId id) {
  id = afterOwnFork(frame, instruction, callee, id);
  if (isPlain(states_[id]) && (conditions_.empty() || !testsParameters(pointers_.instances()[callee].function)))
    return id;
  const State state = states_[id];
  FunctionId caller = pointers_.instances()[frames_[frame].instance].function;
  FunctionId target = pointers_.instances()[callee].function;
  const Instruction& call = program_.instructions[instruction];
  // A function that is called back is handed other things than the call was.
  bool isDirect = pointers_.isPlainCall({frames_[frame].instance, instruction});
  auto arguments = program_.argumentsOf(call);
  State entered = state;
  entered.locks.clear();
  for (const HeldLock& held : state.locks) {
    if (held.pending) continue;
    if (!locks_.relativeOf(held.lock)) {
      entered.locks.push_back(held);
      continue;
    }
    const RelativeLock relative = *locks_.relativeOf(held.lock); // more are added below
    for (uint32_t k = 0; isDirect && k < arguments.size() && k < program_.functions[target].parameterCount; ++k)
      if (auto given = roots_.of(caller, arguments[k]); given && given->root == relative.address.root) {
        RelativeAddress inside{ValueId::local(LocalId(k)), relative.address.offset - given->offset};
        HeldLock moved = held;
        moved.lock = locks_.relative({target, inside, relative.isContent, relative.isSpin});
        entered.locks.push_back(moved);
      }
  }
  entered.sortLocks();
  factsIntoCallee(frame, instruction, callee, state, entered);
  return states_.intern(entered);
}

// And back: what the callee holds relative to its parameters, and what it never knew of and cannot have released.
StateId OrderAnalysis::outOfCallee(FrameId frame, InstructionId instruction, FrameId callee, StateId before,
                                   StateId after) {
  if (!after || (isPlain(states_[before]) && isPlain(states_[after]))) return after;
  InstanceId instance = frames_[frame].instance;
  FunctionId caller = pointers_.instances()[instance].function;
  const Instruction& call = program_.instructions[instruction];
  bool isDirect = pointers_.isPlainCall({instance, instruction});
  auto arguments = program_.argumentsOf(call);
  State result = states_[after];
  result.locks.clear();
  auto keep = [&](HeldLock held) {
    for (HeldLock& known : result.locks)
      if (known.lock == held.lock && known.pending == held.pending) {
        known.depth = std::max(known.depth, held.depth);
        return;
      }
    result.locks.push_back(held);
  };
  // What a lock of the callee is here.
  auto translate = [&](HeldLock held) {
    std::vector<HeldLock> locks;
    const RelativeLock* relative = locks_.relativeOf(held.lock);
    if (!relative) return std::vector{held};
    ValueId root = relative->address.root;
    if (!isDirect || held.pending || root.local().index >= arguments.size()) return locks;
    if (root.local().index >= program_.functions[relative->function].parameterCount) return locks;
    ValueId argument = arguments[root.local().index];
    if (auto exact = exactAddress(pointers_, instance, argument); exact && reach_.isSingle(exact->object)) {
      ExactAddress at{exact->object, exact->offset + static_cast<uint64_t>(relative->address.offset)};
      held.lock = relative->isContent ? locks_.content({at}) : locks_.at(at);
      locks.push_back(held);
    } else if (auto given = roots_.of(caller, argument)) {
      RelativeAddress at{given->root, given->offset + relative->address.offset};
      held.lock = locks_.relative({caller, at, relative->isContent, relative->isSpin});
      locks.push_back(held);
      held.lock = behindPointer(frame, held.lock);
      if (held.lock) locks.push_back(held);
    }
    return locks;
  };
  const State left = states_[after];
  for (const HeldLock& held : left.locks)
    for (const HeldLock& here : translate(held)) keep(here);
  SetId released = released_[frames_[callee].instance.index];
  for (const HeldLock& held : states_[before].locks) {
    const RelativeLock* relative = locks_.relativeOf(held.lock);
    if (!relative && !held.pending) continue; // the callee knew
    bool isHandedOver = false;
    for (ValueId argument : arguments)
      if (auto given = roots_.of(caller, argument); relative && given && given->root == relative->address.root)
        isHandedOver = isDirect;
    if (isHandedOver && !held.pending) continue; // the callee knew
    bool mayBeReleased = false;
    auto isOf = [&](ObjectId object) { return releasedSets_.contains(released, object.index); };
    if (relative && relative->isContent)
      mayBeReleased = released != emptySet; // of what hangs off it
    else if (relative)
      for (LocationId base : pointers_.pointsTo(instance, relative->address.root))
        mayBeReleased |= isOf(pointers_.objects()[base].object);
    else if (const ExactAddress* address = locks_.addressOf(held.lock))
      mayBeReleased = isOf(address->object);
    if (!mayBeReleased) keep(held);
  }
  result.sortLocks();
  if (!conditions_.empty()) factsOutOfCallee(frame, instruction, callee, states_[before], left, translate, result);
  return states_.intern(result);
}

void OrderAnalysis::fork(FrameId frame, InstructionId instruction, const Effect& effect, State& state) {
  InstanceId instance = frames_[frame].instance;
  ForkId id = origins_.forkAt(frames_[frame].origin, {instance, instruction});
  if (!id) return;
  if (effect.kind == EffectKind::HandleSignal) {
    // Nobody waits for it; and beside what also installs it, below its creator, it runs at any time.
    bool isTracked = llvm::any_of(origins_[id].origins, [&](OriginId made) {
      return !origins_[made].isShared || origins_.isAncestor(origins_[id].by, made);
    });
    if (isTracked && !state.findRunning(id)) state.setRunning(id);
    return;
  }
  state.setRunning(id);
  if (effect.many) state.setRunning(id);
  ValueId handle = partOf(program_, program_.instructions[instruction], effect.handle);
  if (!handle || effect.handle.kind != CallPart::Argument) return;
  // Handles that this one may overwrite are not known any more.
  std::erase_if(state.handles,
                [&](const KnownHandle& h) { return mayBe(pointers_, instance, handle, addresses_[h.address.index]); });
  auto address = exactAddress(pointers_, instance, handle);
  if (!address) return;
  const Object& object = pointers_.objects()[address->object];
  if (!reach_.isSingle(address->object) && (object.kind != ObjectKind::Stack || reach_.recurs(object.instance))) return;
  auto [it, isNew] = addressIds_.try_emplace(*address, AddressId(static_cast<uint32_t>(addresses_.size())));
  if (isNew) addresses_.push_back(*address);
  state.setHandle(it->second, id);
}

void OrderAnalysis::end(State& state, ForkId fork) const {
  state.setEnded(fork);
  for (OriginId origin : origins_[fork].origins) state.addRunning(leftRunning_[origin.index]);
}

// The address that the handle of a join was loaded from: by the call itself, or just before it.
ValueId OrderAnalysis::handleVariable(const Function& function, InstructionId join, const Effect& effect) const {
  const Instruction& call = program_.instructions[join];
  if (effect.handle.indirect) return argumentOf(program_, call, effect.handle);
  ValueId value = partOf(program_, call, effect.handle);
  if (value) value = stripCopies(program_, function, value);
  if (!value.isLocal()) return {};
  InstructionId load = program_.local(function, value.local()).definition;
  if (!load || program_.instructions[load].opcode != Opcode::Load) return {};
  // What is written between the two may be to the variable.
  if (reach_.blockOf(load) != reach_.blockOf(join)) return {};
  for (uint32_t k = load.index + 1; k < join.index; ++k) {
    Opcode between = program_.instructions[InstructionId(k)].opcode;
    if (isCall(between) || writesMemory(between)) return {};
  }
  return program_.operandsOf(program_.instructions[load])[0];
}

// A join ends a fork when the handle surely is its last one's, and no earlier one of it may still be running.
void OrderAnalysis::join(FrameId frame, InstructionId instruction, const Effect& effect, State& state) {
  if (effect.when != When::Always) return;
  InstanceId instance = frames_[frame].instance;
  const Function& function = pointers_.functionOf(instance);
  const Instruction& call = program_.instructions[instruction];
  if (effect.orEmpty) {
    ValueId owner = argumentOf(program_, call, effect.handle);
    if (owner) emptied(instance, owner, reach_.blockOf(instruction), state);
    return;
  }
  // The variable that the handle was read from, if it still holds what a fork stored there.
  ValueId variable = handleVariable(function, instruction, effect);
  ValueId handle = partOf(program_, call, effect.handle);
  ForkId ended;
  if (variable)
    if (auto address = exactAddress(pointers_, instance, variable))
      if (auto it = addressIds_.find(*address); it != addressIds_.end())
        for (const KnownHandle& known : state.handles)
          if (known.address == it->second) ended = known.fork;
  // Otherwise the handle itself: every thread that it may denote comes from one fork.
  if (!ended && handle) {
    auto denoted = pointers_.pointsTo(instance, handle);
    for (const RunningFork& r : state.running) {
      const Fork& fork = origins_[r.fork];
      bool isThis = !denoted.empty();
      for (LocationId place : denoted) isThis &= llvm::is_contained(fork.threads, pointers_.objects()[place].object);
      if (isThis) ended = r.fork;
    }
  }
  // Or what lies where it was read from: of one fork only, so that it is a thread of that.
  if (!ended && effect.handle.indirect) {
    auto stored = owners_.contentOf(pointers_.pointsTo(instance, argumentOf(program_, call, effect.handle)));
    for (const RunningFork& r : state.running)
      if (owners_.areOf(stored, r.fork)) ended = r.fork;
  }
  const RunningFork* running = ended ? state.findRunning(ended) : nullptr;
  bool isSure = running && !running->isMany;
  noteJoin({instance, instruction}, isSure ? ended : ForkId());
  if (isSure) end(state, ended);
}

// A state is complete when the thread that works for it is over.
void OrderAnalysis::await(FrameId frame, InstructionId instruction, const Effect& effect, State& state) {
  InstanceId instance = frames_[frame].instance;
  ValueId future = argumentOf(program_, program_.instructions[instruction], effect.object);
  if (!future || effect.when != When::Always) return;
  auto places = pointers_.pointsTo(instance, future);
  auto awaited = effect.object.indirect ? owners_.contentOf(places) : owners_.objectsOf(places);
  std::vector<RunningFork> running = state.running;
  for (const RunningFork& r : running) {
    if (r.isMany || !owners_.isForState(r.fork) || !owners_.areSomeOf(awaited, r.fork)) continue;
    // An empty future, or one that may have another state, says something only when no other one can have this state.
    bool isSure = !effect.orEmpty && owners_.areOf(awaited, r.fork);
    if (isSure ||
        (effect.object.indirect && owners_.isOwnedOnlyAt(r.fork, places, instance, reach_.blockOf(instruction))))
      end(state, r.fork);
  }
}

// A variable that surely has no thread any more: it was waited for, or never was there, unless another one has got it.
bool OrderAnalysis::whenEmpty(FrameId frame, ValueId condition, bool truth, BlockId to, State& state) {
  InstanceId instance = frames_[frame].instance;
  ZeroTest test = zeroTest(program_, pointers_.functionOf(instance), condition);
  if (!test.address || test.whenTrue != truth) return false;
  return emptied(instance, test.address, to, state);
}

// Whether some thread that may be running has an owner.
bool OrderAnalysis::ownsAny(const State& state) {
  return llvm::any_of(state.running, [&](const RunningFork& r) { return owners_.isOwned(r.fork); });
}

bool OrderAnalysis::emptied(InstanceId instance, ValueId address, BlockId block, State& state) {
  if (!ownsAny(state)) return false;
  const ObjectTable& objects = pointers_.objects();
  auto variable = exactAddress(pointers_, instance, address);
  if (!variable) return false;
  const Object& object = objects[variable->object];
  if (!reach_.isSingle(variable->object) && (object.kind != ObjectKind::Stack || reach_.recurs(object.instance)))
    return false;
  std::vector<LocationId> places(pointers_.pointsTo(instance, address));
  auto stored = owners_.contentOf(places);
  if (stored.empty()) return false;
  if (objects[stored[0]].kind != ObjectKind::Thread) {
    // A container without memory, or a pointer to an owner: nothing is in what it alone leads to.
    places.clear();
    for (ObjectId memory : stored) {
      if (objects[memory].kind != ObjectKind::Heap) return false;
      if (!owners_.isHeldOnlyAt(memory, objects.locationsOf(variable->object), instance, block)) return false;
      places.insert(places.end(), objects.locationsOf(memory).begin(), objects.locationsOf(memory).end());
      for (ObjectId view : objects.viewsOf(memory))
        places.insert(places.end(), objects.locationsOf(view).begin(), objects.locationsOf(view).end());
    }
    stored = owners_.contentOf(places);
  }
  bool changed = false;
  std::vector<RunningFork> running = state.running;
  for (const RunningFork& r : running)
    if (owners_.areSomeOf(stored, r.fork) && owners_.isOwned(r.fork) &&
        owners_.isOwnedOnlyAt(r.fork, places, instance, block)) {
      end(state, r.fork);
      changed = true;
    }
  return changed;
}

// What a condition says about a pointer that the last call before took away.
std::optional<bool> OrderAnalysis::decidedByClear(InstanceId instance, BlockId block, ValueId condition) const {
  const Function& function = pointers_.functionOf(instance);
  ZeroTest test = zeroTest(program_, function, condition);
  if (!test.address || reach_.blockOf(test.load) != block) return std::nullopt;
  for (uint32_t k = test.load.index; k-- > program_.blocks[block].firstInstruction.index;) {
    const Instruction& i = program_.instructions[InstructionId(k)];
    if (writesMemory(i.opcode)) return std::nullopt;
    if (!isCall(i.opcode)) continue;
    for (const CallModel* model : pointers_.modelsAt({instance, InstructionId(k)}))
      for (const Effect& effect : model->effects)
        if (effect.kind == EffectKind::Clear && partOf(program_, i, effect.object) == test.address)
          return test.whenTrue;
    return std::nullopt;
  }
  return std::nullopt;
}

bool OrderAnalysis::afterSweeps(FrameId frame, BlockId from, unsigned successor, State& state) {
  InstanceId instance = frames_[frame].instance;
  bool changed = false;
  if (!ownsAny(state)) return false;
  for (const Sweep& sweep : sweeps_.of(instance)) {
    if (sweep.header != from || sweep.exit != successor) continue;
    auto stored = owners_.contentOf(sweep.places);
    std::vector<RunningFork> running = state.running;
    for (const RunningFork& r : running) {
      const Fork& fork = origins_[r.fork];
      if (fork.by != frames_[frame].origin || !owners_.areSomeOf(stored, r.fork) || !owners_.isOwned(r.fork)) continue;
      if (sweeps_.mayFork(sweep, instance, fork)) continue;
      if (!owners_.isOwnedOnlyAt(r.fork, sweep.places, instance, sweep.after)) continue;
      end(state, r.fork);
      changed = true;
    }
  }
  return changed;
}

llvm::ArrayRef<CountedElement> OrderAnalysis::joinLoops(InstanceId instance) {
  auto [it, isNew] = joinLoops_.try_emplace(instance);
  if (!isNew) return it->second;
  const Function& function = pointers_.functionOf(instance);
  for (BlockId b : program_.blocksOf(function))
    for (InstructionId i : program_.instructionsOf(program_.blocks[b])) {
      if (!isCall(program_.instructions[i].opcode)) continue;
      for (const CallModel* model : pointers_.modelsAt({instance, i})) {
        const Effect* joins = model->find(EffectKind::Join);
        if (!joins || joins->when != When::Always) continue;
        ValueId variable = handleVariable(function, i, *joins);
        if (!variable) continue;
        for (CountedElement& element : loops_.elements(instance, variable, b, /*always=*/true))
          it->second.push_back(std::move(element));
      }
    }
  return it->second;
}

// A loop of forks that is entered again while threads of its last time run stores its handles over theirs.
StateId OrderAnalysis::beforeLoop(InstanceId instance, BlockId from, BlockId to, StateId id) {
  std::optional<State> changed;
  for (const RunningFork& r : states_[id].running) {
    if (r.isLost || origins_[r.fork].site.instance != instance) continue;
    const HandlePlace& handle = handlePlace(r.fork);
    if (!handle.element || handle.element->header != to) continue;
    if (!loops_.entersLoop(pointers_.instances()[instance].function, to, from)) continue;
    if (!changed) changed = states_[id];
    changed->setLost(r.fork);
  }
  return changed ? states_.intern(*changed) : id;
}

// What is known on one way out of a block and not on the other.
StateId OrderAnalysis::onEdge(FrameId frame, BlockId from, BlockId to, unsigned successor, StateId id) {
  const Block& block = program_.blocks[from];
  const Instruction& last =
      program_.instructions[InstructionId(block.firstInstruction.index + block.instructionCount - 1)];
  InstanceId instance = frames_[frame].instance;
  id = beforeLoop(instance, from, to, id);
  if (!conditions_.empty() && conditions_.saysSomething(instance, from, to, successor)) {
    State state = states_[id];
    if (!learnOnEdge(frame, from, to, successor, state)) return {};
    id = states_.intern(state);
  }
  if (last.opcode != Opcode::Branch && last.opcode != Opcode::Switch) return id;
  if (last.opcode == Opcode::Branch) {
    auto decided = knownNumber(program_, pointers_.functionOf(frames_[frame].instance), program_.operandsOf(last)[0]);
    if (decided && (*decided != 0) != (successor == 0)) return {}; // this way is never taken
    if (auto isTrue = decidedByClear(instance, from, program_.operandsOf(last)[0]);
        isTrue && *isTrue != (successor == 0))
      return {};
  }
  const Function& function = pointers_.functionOf(instance);
  State state = states_[id];
  bool changed = false;

  // A try that succeeded here. What its result says stays true behind this branch, where both ways may come together
  // before it is tested again.
  std::vector<HeldLock> decided;
  for (const HeldLock& held : state.locks) {
    if (!held.pending) continue;
    const Instruction& call = program_.instructions[held.pending];
    if (reach_.blockOf(held.pending).index < function.firstBlock.index ||
        reach_.blockOf(held.pending).index >= function.firstBlock.index + function.blockCount || !call.result)
      continue;
    auto decide = [&](When when, LockMode mode) {
      auto holds = last.opcode == Opcode::Switch ? impliedByCase(program_, function, last, successor, call.result, when)
                                                 : impliedResult(program_, function, program_.operandsOf(last)[0],
                                                                 successor == 0, call.result, when);
      if (holds && *holds) decided.push_back({held.lock, mode, 1, held.pending});
    };
    std::optional<When> first;
    for (const CallModel* model : pointers_.modelsAt({instance, held.pending}))
      for (const Effect& effect : model->effects) {
        if (effect.kind != EffectKind::Acquire && effect.kind != EffectKind::SemaphoreWait) continue;
        // With another result, perhaps, the same lock is held in another mode.
        bool isOther = first && *first != effect.when;
        if (!first || isOther) decide(effect.when, isOther ? effect.mode : held.mode);
        if (!first) first = effect.when;
      }
    if (!first) decide(isAtomic(call.opcode) ? When::Zero : When::Always, held.mode); // locks made of atomics
  }
  for (const HeldLock& held : decided) {
    auto known = llvm::find_if(state.locks, [&](const HeldLock& h) { return h.lock == held.lock && !h.pending; });
    if (known == state.locks.end())
      state.acquire(held.lock, held.mode);
    else if (known->mode != held.mode && held.mode == LockMode::Exclusive)
      known->mode = held.mode;
    else
      continue;
    changed = true;
  }

  if (last.opcode == Opcode::Branch && !state.running.empty()) {
    changed |= whenEmpty(frame, program_.operandsOf(last)[0], successor == 0, to, state);
    changed |= afterSweeps(frame, from, successor, state);
  }

  // Leaving a loop of joins through its test.
  for (const CountedElement& joined : joinLoops(instance)) {
    if (!llvm::is_contained(joined.exits, ExitEdge{from, successor})) continue;
    std::vector<RunningFork> running = state.running;
    for (const RunningFork& r : running) {
      const Fork& fork = origins_[r.fork];
      if (fork.by != frames_[frame].origin || r.isLost) continue;
      const HandlePlace& handle = handlePlace(r.fork);
      if (!handle.value || (!handle.element && r.isMany) || !loops_.covers(joined, fork, handle.value)) continue;
      end(state, r.fork);
      changed = true;
    }
  }
  return changed ? states_.intern(state) : id;
}

} // namespace steward
