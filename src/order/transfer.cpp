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
    if (!monitors_.empty()) state = useMonitor(frame, instruction, state);
  }
  if (i.opcode == Opcode::Throw) return {{}, state};
  if (i.opcode == Opcode::Unreachable) return {};
  return {state, {}};
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
  const auto [callees, models, slot, writes] = steps_[site];
  if (callees.empty() || models.empty()) return state;
  StateId entered = entryFor(id, instruction, state);
  bool isRepeated = llvm::any_of(models, [](const CallModel* model) {
    return model->has(EffectKind::CallBack) || model->has(EffectKind::Dispatch);
  });
  if (!isRepeated) return entered;
  for (;;) {
    StateId next = entered;
    for (uint32_t n = 0; n < callees.size(); ++n) {
      if (transparent_[callees[n].index]) continue;
      repeats_.set(id.index);
      FrameId target = called(id, instruction, n, intoCallee(id, instruction, callees[n], entered));
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
  CallSite site{frames_[id].instance, instruction};
  const auto [callees, models, slot, writes] = steps_[site];
  Flow flow;
  // The program's own functions, called directly or by a modelled function.
  StateId entered = enteredIn(id, instruction, state);
  // Where states mean the same in callees, calls of several are looked at as calls of one.
  bool isGroup = callees.size() > 1 && models.empty() && conditions_.empty() && isPlain(states_[entered]);
  if (isGroup) {
    FrameId group = called(id, instruction, static_cast<uint32_t>(callees.size()), entered);
    isGroup = !frames_[group].isMixed;
    if (isGroup) flow = {frames_[group].exit, frames_[group].unwind};
  }
  for (uint32_t n = 0; !isGroup && n < callees.size(); ++n) {
    InstanceId callee = callees[n];
    // Where nothing is noted, only whether control comes back is asked for.
    StateId inside = quiet_[callee.index] ? StateTable::initial() : intoCallee(id, instruction, callee, entered);
    FrameId target = called(id, instruction, n, inside);
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
        if (known && effect.team) teamLocks_.insert(known);
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
  case EffectKind::TaskWait:
    endTasks(frame, state, effect.many);
    break;
  case EffectKind::TeamBarrier:
  case EffectKind::BarrierWait:
    if (effect.kind == EffectKind::TeamBarrier) endTasks(frame, state, true);
    if (LockId barrier = barrierOf(frame, call, effect)) {
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

// The node of a wait when the last one passed was `from`. Counting the first rounds keeps waits of one call apart that
// is made in a function of the program.
uint32_t OrderAnalysis::nextNode(CallSite wait, uint32_t from) {
  constexpr uint32_t maxCounted = 6;
  uint32_t count = std::min(nodeCounts_[from] + 1, maxCounted);
  auto [it, isNew] = nodeIds_.try_emplace({wait, count}, static_cast<uint32_t>(nodeCounts_.size()));
  if (isNew) nodeCounts_.push_back(count), nodeSites_.push_back(wait);
  return it->second;
}

bool OrderAnalysis::isPlain(const State& state) const {
  return state.facts.empty() && state.guarded.empty() && state.idle.empty() &&
         llvm::none_of(state.locks, [&](const HeldLock& h) {
           const ExactAddress* address = locks_.addressOf(h.lock);
           return h.pending || locks_.relativeOf(h.lock) || (address && monitors_.isLock(*address));
         });
}

// How far the lock is from the variable that a value was read from, when both lie in one object.
std::optional<int64_t> OrderAnalysis::fromHolder(FunctionId function, ValueId value, const RelativeLock& lock) {
  if (lock.isContent || lock.isSpin || lock.isBesideHolder) return std::nullopt;
  auto read = roots_.of(function, value);
  if (!read || read->offset != 0 || !read->root.isLocal()) return std::nullopt;
  InstructionId definition = program_.local(program_.functions[function], read->root.local()).definition;
  if (!definition || program_.instructions[definition].opcode != Opcode::Load) return std::nullopt;
  auto holder = roots_.of(function, program_.operandsOf(program_.instructions[definition])[0]);
  if (!holder || holder->root != lock.address.root) return std::nullopt;
  return lock.address.offset - holder->offset;
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
      // A variable that is a lock: a callee that gives back what it is given knows it by that.
      const ExactAddress* address = locks_.addressOf(held.lock);
      if (!isDirect || !address || !monitors_.isLock(*address)) continue;
      const ExactAddress at = *address;
      for (uint32_t k = 0; k < arguments.size() && k < program_.functions[target].parameterCount; ++k)
        if (auto given = exactAddress(pointers_, frames_[frame].instance, arguments[k]);
            given && given->object == at.object && reach_.isSingle(at.object)) {
          auto offset = static_cast<int64_t>(at.offset) - static_cast<int64_t>(given->offset);
          HeldLock moved = held;
          moved.lock = locks_.relative({target, {ValueId::local(LocalId(k)), offset}, false, true});
          entered.locks.push_back(moved);
        }
      continue;
    }
    const RelativeLock relative = *locks_.relativeOf(held.lock); // more are added below
    for (uint32_t k = 0; isDirect && k < arguments.size() && k < program_.functions[target].parameterCount; ++k)
      if (auto given = roots_.of(caller, arguments[k]); given && given->root == relative.address.root) {
        if (relative.isBesideHolder && given->offset != 0) continue;
        RelativeAddress inside{ValueId::local(LocalId(k)), relative.address.offset - given->offset};
        HeldLock moved = held;
        moved.lock = locks_.relative({target, inside, relative.isContent, relative.isSpin, relative.isBesideHolder});
        entered.locks.push_back(moved);
      } else if (auto distance = fromHolder(caller, arguments[k], relative)) {
        HeldLock moved = held;
        moved.lock = locks_.relative({target, {ValueId::local(LocalId(k)), *distance}, false, false, true});
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
    auto exact = relative->isBesideHolder ? std::nullopt : exactAddress(pointers_, instance, argument);
    if (exact && reach_.isSingle(exact->object)) {
      ExactAddress at{exact->object, exact->offset + static_cast<uint64_t>(relative->address.offset)};
      held.lock = relative->isContent ? locks_.content({at}) : locks_.at(at);
      locks.push_back(held);
    } else if (auto given = roots_.of(caller, argument)) {
      RelativeAddress at{given->root, given->offset + relative->address.offset};
      if (relative->isBesideHolder) { // only what was known here: there it is a lock in another object
        held.lock = locks_.relative({caller, at, false, false, true});
        bool isKnown = llvm::any_of(states_[before].locks, [&](const HeldLock& h) { return h.lock == held.lock; });
        if (isKnown && given->offset == 0) locks.push_back(held);
        return locks;
      }
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
    auto isOf = [&](ObjectId object) {
      return releasedSets_.contains(released, pointers_.objects().whole(object).index);
    };
    if (relative && (relative->isContent || relative->isBesideHolder))
      mayBeReleased = released != emptySet; // of what hangs off it, or what it hangs off
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
    for (auto [when, mode] : outcomesOf(instance, held)) {
      auto holds = last.opcode == Opcode::Switch ? impliedByCase(program_, function, last, successor, call.result, when)
                                                 : impliedResult(program_, function, program_.operandsOf(last)[0],
                                                                 successor == 0, call.result, when);
      if (holds && *holds) decided.push_back({held.lock, mode, 1, held.pending});
    }
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

  if (const Monitors::Change* taken = monitors_.takenOn(instance, from, successor))
    if (LockId lock = lockOf(frame, *taken)) {
      state.hold(lock, LockMode::Exclusive);
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
