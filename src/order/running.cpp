// What creating and awaiting threads does to the concurrency state: handles, joins, joins in loops.
#include "order/order.h"
#include "order/results.h"

#include <utility>

namespace steward {

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
  if (!Steps::isStep(opcode)) return false;
  auto& known = steps_[{instance, instruction}].writesHandle;
  if (known != Steps::Step::Unknown) return known == Steps::Step::Yes;
  known = Steps::Step::No;
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
      if (mayLose(instance, access, {}, ForkId(f))) {
        known = Steps::Step::Yes;
        return true;
      }
  }
  return false;
}

// What is known about handles holds until something else is written there.
StateId OrderAnalysis::afterWrites(FrameId frame, InstructionId instruction, StateId id) {
  Opcode opcode = program_.instructions[instruction].opcode;
  if (states_[id].running.empty() || !Steps::isStep(opcode)) return id;
  if (!writesHandle(frames_[frame].instance, instruction)) return id;
  if (states_[id].handles.empty() && llvm::all_of(states_[id].running, [](const RunningFork& r) { return r.isLost; }))
    return id;
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
  if (effect.origin == OriginKind::Team) {
    // The caller is one of the team, and goes on when all are through, and so are the tasks that they made.
    end(state, id);
    std::erase_if(state.running, [&](const RunningFork& r) {
      const Fork& left = origins_[r.fork];
      return origins_[left.origins[0]].kind == OriginKind::Task && left.by != frames_[frame].origin &&
             llvm::any_of(origins_[id].origins, [&](OriginId team) { return origins_.isAncestor(team, left.by); });
    });
    return;
  }
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

// Whether a function that makes a task always waits for its tasks before it returns.
bool OrderAnalysis::isWaitedFor(const Fork& fork) const {
  if (origins_[fork.origins[0]].kind != OriginKind::Task) return false;
  auto isWait = [&](InstructionId i) {
    if (!isCall(program_.instructions[i].opcode)) return false;
    return llvm::any_of(pointers_.modelsAt({fork.site.instance, i}), [](const CallModel* model) {
      return model->has(EffectKind::TaskWait) || model->has(EffectKind::TeamBarrier);
    });
  };
  llvm::DenseSet<BlockId> seen;
  std::vector<BlockId> work;
  auto goOn = [&](BlockId id, InstructionId after) {
    const Block& block = program_.blocks[id];
    for (InstructionId i : program_.instructionsOf(block))
      if ((!after || i > after) && isWait(i)) return true;
    if (program_.successorsOf(block).empty()) return false;
    for (auto next : {program_.successorsOf(block), program_.handlersOf(block)})
      for (BlockId b : next)
        if (seen.insert(b).second) work.push_back(b);
    return true;
  };
  if (!goOn(reach_.blockOf(fork.site.instruction), fork.site.instruction)) return false;
  while (!work.empty()) {
    BlockId block = work.back();
    work.pop_back();
    if (!goOn(block, {})) return false;
  }
  return true;
}

// Tasks that the caller has made; at a barrier, also those that these have made.
void OrderAnalysis::endTasks(FrameId frame, State& state, bool isOfTeam) const {
  std::vector<RunningFork> running = state.running;
  for (const RunningFork& r : running) {
    const Fork& fork = origins_[r.fork];
    if (origins_[fork.origins[0]].kind != OriginKind::Task) continue;
    if (isOfTeam)
      state.setEnded(r.fork);
    else if (fork.by == frames_[frame].origin)
      end(state, r.fork);
  }
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
      if (auto it = addressIds_.find(*address); it != addressIds_.end()) {
        // It holds one handle only: those of the others are not running.
        llvm::SmallVector<ForkId, 2> stored;
        for (const KnownHandle& known : state.handles)
          if (known.address == it->second && state.findRunning(known.fork)) stored.push_back(known.fork);
        for (ForkId fork : stored)
          if (stored.size() > 1 && !state.findRunning(fork)->isMany) end(state, fork);
        if (stored.size() > 1) return noteJoin({instance, instruction}, ForkId());
        if (!stored.empty()) ended = stored[0];
      }
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
  if (isSure) return end(state, ended);
  if (handle)
    for (LocationId place : pointers_.pointsTo(instance, handle))
      for (RunningFork& r : state.running)
        r.isAwaited |= llvm::is_contained(origins_[r.fork].threads, pointers_.objects()[place].object);
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

} // namespace steward
