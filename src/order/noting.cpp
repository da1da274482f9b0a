// What is noted of an origin in its final states: executions, signals, forks; and what turns out to be no lock.
#include "order/order.h"

namespace steward {

// Goes once more over what the origin really reaches, in final states, and notes the executions that matter.
void OrderAnalysis::record(OriginId origin) {
  std::vector<FrameId> reached{frameIds_[{origin, origins_[origin].entry, entryOf(origin)}]};
  std::set<FrameId> seen(reached.begin(), reached.end());
  frameRoots_.push_back(reached[0]);
  isRecording_ = true;
  for (size_t n = 0; n < reached.size(); ++n) {
    FrameId id = reached[n];
    InstanceId instance = frames_[id].instance;
    const Function& function = pointers_.functionOf(instance);
    for (BlockId b : program_.blocksOf(function)) {
      StateId state = frames_[id].blocks[b.index - function.firstBlock.index];
      if (!state) continue;
      for (InstructionId i : program_.instructionsOf(program_.blocks[b])) {
        if (wanted_[i.index]) {
          auto& list = executions_[{origin, {instance, i}}];
          auto known = llvm::find_if(list, [&](const Execution& e) { return e.state == state; });
          if (known == list.end())
            list.push_back({id, state});
          else if (!tokens_.empty())
            list.push_back({id, state});
          else
            known->isOnly = false;
        }
        if (!tokens_.signalsAt(instance, i).empty()) signalSites_.insert({id, i, state});
        noteSpin(id, i, state);
        noteMonitor(id, i, state);
        if (tokens_.isRead(instance, i)) reads_[{instance, i}].insert(state);
        if (isCall(program_.instructions[i].opcode)) {
          notePermits(id, i, state);
          notePhases(id, i, state);
          if (ForkId fork = origins_.forkAt(origin, {instance, i})) {
            State sum;
            sum.running = runningAt_[fork.index];
            runningAt_[fork.index] = merge(sum, states_[state]).running;
            if (!forkFrames_[fork.index]) forkFrames_[fork.index] = id;
            if (origins_[origin].kind == OriginKind::Team) taskStates_[fork.index].insert(state);
            forkSites_.push_back({fork, {id, i, state}});
          }
          StateId entered = enteredIn(id, i, state);
          for (InstanceId callee : pointers_.callees({instance, i})) {
            if (quiet_[callee.index]) continue;
            auto it = frameIds_.find({origin, callee, intoCallee(id, i, callee, entered)});
            if (it == frameIds_.end()) continue;
            calls_.push_back({id, i, it->second});
            if (!seen.insert(it->second).second) continue;
            // The way that the final states take is the one to show.
            frames_[it->second].caller = id;
            frames_[it->second].call = i;
            reached.push_back(it->second);
          }
        }
        state = step(id, i, state).normal;
        if (!state) break;
      }
    }
  }
  isRecording_ = false;
}

// A semaphore that is raised without having been lowered is no lock.
void OrderAnalysis::notePermits(FrameId frame, InstructionId instruction, StateId state) {
  if (permits_.empty()) return;
  InstanceId instance = frames_[frame].instance;
  const Instruction& call = program_.instructions[instruction];
  for (const CallModel* model : pointers_.modelsAt({instance, instruction}))
    for (const Effect& effect : model->effects) {
      if (effect.kind != EffectKind::SemaphorePost) continue;
      for (const ExactAddress& group : permits_.mayRaise(instance, call, effect)) noLocks_.insert(locks_.at(group));
      auto group = permits_.groupOf(instance, call, effect);
      if (!group) continue;
      LockId lock = locks_.at(*group);
      if (llvm::none_of(states_[state].locks, [&](const HeldLock& h) { return h.lock == lock && !h.pending; }))
        noLocks_.insert(lock);
    }
}

// What is given back without being held is no lock. Which of the relative ones that is nobody knows: none of them then.
void OrderAnalysis::noteSpin(FrameId frame, InstructionId instruction, StateId state) {
  InstanceId instance = frames_[frame].instance;
  if (!spinLocks_.gives(instance, instruction)) return;
  ValueId pointer = program_.operandsOf(program_.instructions[instruction])[0];
  LockId lock = lockAt(frame, pointer, true);
  auto isThis = [&](const HeldLock& h) { return h.lock == lock && !h.pending; };
  if (lock && llvm::any_of(states_[state].locks, isThis)) return;
  noSpinLocks_ = true;
  for (LocationId place : pointers_.pointsTo(instance, pointer))
    noLocks_.insert(locks_.at({pointers_.objects()[place].object, pointers_.objects()[place].offset}));
}

// What is set back without being held is no lock; nor is what is changed under different mutexes.
void OrderAnalysis::noteMonitor(FrameId frame, InstructionId instruction, StateId id) {
  InstanceId instance = frames_[frame].instance;
  const Monitors::Change* change = monitors_.empty() ? nullptr : monitors_.changeAt(instance, instruction);
  if (!change) return;
  const State& state = states_[id];
  LockId lock = lockOf(frame, *change);
  auto isHeld = [&](const HeldLock& h) { return h.lock == lock && !h.pending && h.mode == change->mode; };
  bool isHeldNow = lock && llvm::any_of(state.locks, isHeld);
  Guards guards;
  const ExactAddress* address = lock ? locks_.addressOf(lock) : nullptr;
  const RelativeLock* relative = lock ? locks_.relativeOf(lock) : nullptr;
  for (const HeldLock& held : state.locks) {
    if (held.pending || held.mode != LockMode::Exclusive || held.lock == lock) continue;
    if (locks_.isFixed(held.lock)) guards.insert({held.lock, 0});
    const ExactAddress* other = locks_.addressOf(held.lock);
    const RelativeLock* near = locks_.relativeOf(held.lock);
    if (near && (near->isContent || near->isSpin || near->isBesideHolder)) continue;
    if (address && other && address->object == other->object)
      guards.insert({LockId(), static_cast<int64_t>(other->offset) - static_cast<int64_t>(address->offset)});
    if (relative && near && near->address.root == relative->address.root)
      guards.insert({LockId(), near->address.offset - relative->address.offset});
  }
  // The first value, before others know of it.
  if (change->isInitial && guards.empty() && !isHeldNow) return;
  for (LocationId place : pointers_.pointsTo(instance, change->pointer)) {
    Location at = pointers_.objects()[place];
    LocationId of = pointers_.objects().find(at.object, at.offset + static_cast<uint64_t>(change->distance));
    if (!of) of = place;
    auto [it, isNew] = guardsOf_.try_emplace(of, guards);
    if (!isNew) std::erase_if(it->second, [&](const auto& guard) { return !guards.count(guard); });
    if (!change->isGuarded) it->second.insert({LockId(), 0});
    if (change->takes || isHeldNow) continue;
    noMonitors_.insert(of);
  }
}

void OrderAnalysis::forgetUnguarded() {
  for (const auto& [place, guards] : guardsOf_) {
    if (guards.empty()) noMonitors_.insert(place);
  }
  if (noMonitors_.empty()) return;
  for (LocationId place : noMonitors_) {
    Location at = pointers_.objects()[place];
    noLocks_.insert(locks_.at({at.object, at.offset}));
  }
  // And all that are known relative to a value which may lead there.
  for (uint32_t n = 0; n < locks_.size(); ++n) {
    const RelativeLock* relative = locks_.relativeOf(LockId(n));
    if (!relative || !relative->isSpin) continue;
    for (uint32_t k = 0; k < pointers_.instances().size(); ++k) {
      if (pointers_.instances()[InstanceId(k)].function != relative->function) continue;
      for (LocationId base : pointers_.pointsTo(InstanceId(k), relative->address.root)) {
        const Location& at = pointers_.objects()[base];
        auto offset = at.offset + static_cast<uint64_t>(relative->address.offset);
        LocationId place = at.isAny() ? LocationId() : pointers_.objects().find(at.object, offset);
        if (!place || noMonitors_.count(place)) noLocks_.insert(LockId(n));
      }
    }
  }
}

// A team has a barrier of its own, which takes all of it by its nature.
LockId OrderAnalysis::barrierOf(FrameId frame, const Instruction& call, const Effect& effect) {
  OriginId origin = frames_[frame].origin;
  if (effect.kind == EffectKind::TeamBarrier) {
    if (!origins_.isLoneTeam(origin)) return {};
    LockId barrier = locks_.named("team " + std::to_string(origin.index));
    teamLocks_.insert(barrier);
    return barrier;
  }
  if (effect.kind != EffectKind::BarrierWait) return {};
  auto address = barriers_.waitedFor(frames_[frame].instance, call, effect);
  return address ? locks_.at(*address) : LockId();
}

// From which waits of a barrier to which others a thread of the origin goes.
void OrderAnalysis::notePhases(FrameId frame, InstructionId instruction, StateId state) {
  if (barriers_.empty() && !origins_.hasTeams()) return;
  InstanceId instance = frames_[frame].instance;
  for (const CallModel* model : pointers_.modelsAt({instance, instruction}))
    for (const Effect& effect : model->effects) {
      LockId barrier = barrierOf(frame, program_.instructions[instruction], effect);
      if (!barrier) continue;
      for (uint32_t from : states_[state].nodesOf(barrier))
        phaseSteps_[{barrier, frames_[frame].origin}].insert({from, nextNode({instance, instruction}, from)});
    }
}

void OrderAnalysis::forgetNoLocks() {
  if (noLocks_.empty() && !noSpinLocks_) return;
  auto without = [&](StateId id) {
    auto isNone = [&](const HeldLock& h) {
      const RelativeLock* relative = locks_.relativeOf(h.lock);
      return noLocks_.count(h.lock) != 0 || (noSpinLocks_ && relative && relative->isSpin);
    };
    if (llvm::none_of(states_[id].locks, isNone)) return id;
    State state = states_[id];
    std::erase_if(state.locks, isNone);
    return states_.intern(state);
  };
  for (auto& [key, list] : executions_)
    for (Execution& e : list) e.state = without(e.state);
  for (auto& [key, list] : reads_) {
    std::set<StateId> kept;
    for (StateId id : list) kept.insert(without(id));
    list = std::move(kept);
  }
  std::set<FrameSite> sites;
  for (FrameSite site : signalSites_) {
    site.state = without(site.state);
    sites.insert(site);
  }
  signalSites_ = std::move(sites);
}

void OrderAnalysis::noteJoin(CallSite site, ForkId ended) {
  if (!isRecording_) return;
  auto [it, isNew] = joined_.try_emplace(site, ended);
  if (!isNew && it->second != ended) it->second = {};
}

} // namespace steward
