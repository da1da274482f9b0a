#include "order/order.h"

#include "pointer/call_parts.h"
#include "program/components.h"
#include "sharing/accesses.h"

namespace steward {

OrderAnalysis::OrderAnalysis(const PointerAnalysis& pointers, const Reach& reach, const Origins& origins,
                             const llvm::BitVector& wanted)
    : pointers_(pointers), program_(pointers.program()), reach_(reach), origins_(origins), wanted_(wanted),
      loops_(pointers, reach), roots_(pointers.program()), owners_(pointers, reach, origins),
      sweeps_(pointers, reach, loops_, roots_, owners_), tokens_(pointers, reach, origins, wanted),
      permits_(pointers, reach, origins), spinLocks_(pointers), monitors_(pointers, reach),
      barriers_(pointers, reach, origins), conditions_(pointers, reach, origins, roots_, loops_.counting()),
      steps_(pointers) {
  findTransparent();
  findConditions();
  leftRunning_.resize(origins.size());
  runningAt_.resize(origins.forkCount());
  forkFrames_.resize(origins.forkCount());
  taskStates_.resize(origins.forkCount());
  // A child has a higher number than its parent and is analysed before it. When it is created by others as well, its
  // own kind for one, nothing is known at that time of what it leaves running: all it ever forks.
  llvm::BitVector isUnknown(static_cast<unsigned>(origins.size()));
  for (uint32_t f = 0; f < origins.forkCount(); ++f)
    for (OriginId made : origins[ForkId(f)].origins)
      if (made <= origins[ForkId(f)].by) isUnknown.set(made.index);
  for (uint32_t n = 0; n < origins.size(); ++n)
    if (origins[OriginId(n)].isRecursive || isUnknown[n])
      for (uint32_t f = 0; f < origins.forkCount(); ++f)
        if (origins.isAncestor(OriginId(n), origins[ForkId(f)].by) && !isWaitedFor(origins[ForkId(f)]))
          leftRunning_[n].push_back({ForkId(f), true, true});
  for (uint32_t n = static_cast<uint32_t>(origins.size()); n-- > 0;) analyse(OriginId(n));
  forgetUnguarded();
  forgetNoLocks();
  handOver();
}

bool OrderAnalysis::changesState(CallSite site, const CallModel& model) const {
  return llvm::any_of(model.effects, [&](const Effect& e) {
    switch (e.kind) {
    case EffectKind::SemaphoreInit:
    case EffectKind::SemaphoreWait:
    case EffectKind::SemaphorePost:
      return permits_.groupOf(site.instance, program_.instructions[site.instruction], e).has_value();
    case EffectKind::BarrierWait:
      return barriers_.waitedFor(site.instance, program_.instructions[site.instruction], e).has_value();
    case EffectKind::TeamBarrier:
    case EffectKind::TaskWait:
    case EffectKind::Fork:
    case EffectKind::HandleSignal:
    case EffectKind::Join:
    case EffectKind::Await:
    case EffectKind::ThreadExit:
    case EffectKind::Acquire:
    case EffectKind::Release:
    case EffectKind::Once:
      return true;
    default:
      return false;
    }
  });
}

// Backwards over the call graph from what changes states.
void OrderAnalysis::findTransparent() {
  llvm::BitVector changing(static_cast<unsigned>(pointers_.instances().size())), noted = changing;
  // Where the process ends matters when something runs at its end.
  bool endsMatter = !pointers_.exitHandlers().empty();
  auto isNoted = [&](const CallModel& model) {
    const Effect* ends = model.find(EffectKind::NoReturn);
    return model.has(EffectKind::SemaphorePost) || model.has(EffectKind::BarrierWait) ||
           model.has(EffectKind::TeamBarrier) || (ends && endsMatter && !ends->abrupt && !ends->never);
  };
  for (uint32_t n = 0; n < changing.size(); ++n) {
    InstanceId id(n);
    bool changes = monitors_.takesOnEdges(id), notes = tokens_.concerns(id);
    for (BlockId b : program_.blocksOf(pointers_.functionOf(id)))
      for (InstructionId i : program_.instructionsOf(program_.blocks[b])) {
        changes |=
            writesHandle(id, i) || spinLocks_.takes(id, i) || spinLocks_.gives(id, i) || monitors_.changeAt(id, i);
        notes |= wanted_[i.index] || !tokens_.signalsAt(id, i).empty() || tokens_.isRead(id, i);
        if (isCall(program_.instructions[i].opcode))
          for (const CallModel* model : pointers_.modelsAt({id, i})) {
            changes |= changesState({id, i}, *model);
            notes |= isNoted(*model);
          }
      }
    if (changes) changing.set(n);
    if (changes || notes) noted.set(n);
  }
  reach_.addCallers(changing);
  reach_.addCallers(noted);
  transparent_ = changing.flip();
  findReleased();
  quiet_ = noted.flip();
}

// Bottom-up over the call graph: what each instance may release, itself or by what it calls.
void OrderAnalysis::findReleased() {
  uint32_t count = static_cast<uint32_t>(pointers_.instances().size());
  released_.assign(count, emptySet);
  auto release = [&](InstanceId id, ValueId lock) {
    std::vector<uint32_t> objects;
    for (LocationId place : pointers_.pointsTo(id, lock))
      objects.push_back(pointers_.objects().whole(pointers_.objects()[place].object).index);
    llvm::sort(objects);
    objects.erase(std::unique(objects.begin(), objects.end()), objects.end());
    released_[id.index] = releasedSets_.unite(released_[id.index], releasedSets_.intern(objects));
  };
  for (uint32_t n = 0; n < count; ++n) {
    InstanceId id(n);
    if (transparent_[n]) continue;
    for (BlockId b : program_.blocksOf(pointers_.functionOf(id)))
      for (InstructionId i : program_.instructionsOf(program_.blocks[b])) {
        const Instruction& instruction = program_.instructions[i];
        if (spinLocks_.gives(id, i)) release(id, program_.operandsOf(instruction)[0]);
        if (auto* change = monitors_.changeAt(id, i); change && !change->takes) release(id, change->pointer);
        if (!isCall(instruction.opcode)) continue;
        for (const CallModel* model : pointers_.modelsAt({id, i}))
          for (const Effect& effect : model->effects)
            if (effect.kind == EffectKind::Release && effect.object)
              if (ValueId lock = partOf(program_, instruction, effect.object)) release(id, lock);
      }
  }
  auto degree = [&](uint32_t n) { return static_cast<uint32_t>(reach_.edges(InstanceId(n)).size()); };
  auto callee = [&](uint32_t n, uint32_t k) {
    const Reach::Edge& e = reach_.edges(InstanceId(n))[k];
    return e.isFork ? n : e.callee.index;
  };
  visitComponents(count, degree, callee, [&](llvm::ArrayRef<uint32_t> members) {
    SetId all = emptySet;
    for (uint32_t n : members) {
      all = releasedSets_.unite(all, released_[n]);
      for (const Reach::Edge& e : reach_.edges(InstanceId(n)))
        if (!e.isFork) all = releasedSets_.unite(all, released_[e.callee.index]);
    }
    for (uint32_t n : members) released_[n] = all;
  });
}

FrameId OrderAnalysis::addFrame(Frame frame) {
  FrameId id = frames_.push(std::move(frame));
  queued_.resize(frames_.size());
  repeats_.resize(frames_.size());
  finished_.resize(frames_.size());
  queue(id);
  return id;
}

FrameId OrderAnalysis::frame(OriginId origin, InstanceId instance, StateId entry, FrameId caller, InstructionId call) {
  auto key = std::tuple(origin, instance, entry);
  if (auto it = frameIds_.find(key); it != frameIds_.end()) return it->second;
  auto add = [&] {
    FrameId id = addFrame({origin, instance, entry, caller, call, {}, {}, {}, {}, {}, {}, {}});
    frames_[id].blocks.resize(pointers_.functionOf(instance).blockCount);
    return id;
  };
  if (++entryCount_[{origin, instance}] <= maxEntriesPerInstance()) return frameIds_[key] = add();
  auto [it, isNew] = merged_.try_emplace({origin, instance}, FrameId());
  if (isNew) it->second = add();
  Frame& shared = frames_[it->second];
  StateId both = states_.merge(shared.entry, entry);
  if (both != shared.entry) {
    shared.entry = both;
    queue(it->second);
  }
  return frameIds_[key] = it->second;
}

// In programs that call through tables of functions, very many calls have the same very many callees. What they do to a
// state is found once for all those calls.
FrameId OrderAnalysis::groupFrame(OriginId origin, llvm::ArrayRef<InstanceId> callees, StateId entry, FrameId caller,
                                  InstructionId call) {
  llvm::ArrayRef<InstanceId>& group = groupOf_[callees.data()];
  if (group.empty()) group = groups_.try_emplace(callees.vec(), callees).first->second;
  auto [it, isNew] = groupFrames_.try_emplace({origin, group.data(), entry}, FrameId());
  if (!isNew) return it->second;
  Frame frame{origin, {}, entry, caller, call, {}, {}, {}, {}, {}, {}, {}};
  frame.group = group;
  return it->second = addFrame(std::move(frame));
}

// The frame that one callee of a call is entered in, by its number, or all of them as a group.
FrameId OrderAnalysis::called(FrameId id, InstructionId instruction, uint32_t number, StateId entered) {
  InstanceId instance = frames_[id].instance;
  const auto& step = steps_[{instance, instruction}];
  auto& last = frames_[id].lastCalled;
  if (last.empty()) last.resize(steps_.slotsOf(instance));
  if (auto known = last[step.slot + number]; known.target && known.entered == entered) return known.target;
  OriginId origin = frames_[id].origin;
  FrameId target = number < step.callees.size() ? frame(origin, step.callees[number], entered, id, instruction)
                                                : groupFrame(origin, step.callees, entered, id, instruction);
  finish(target);
  dependOn(target, id, instruction);
  frames_[id].lastCalled[step.slot + number] = {entered, target};
  return target;
}

void OrderAnalysis::processGroup(FrameId id) {
  const OriginId origin = frames_[id].origin;
  const StateId entry = frames_[id].entry;
  StateId exit, unwind;
  bool isMixed = false;
  for (InstanceId callee : frames_[id].group) {
    FrameId target = frame(origin, callee, quiet_[callee.index] ? StateTable::initial() : entry, id, {});
    finish(target);
    if (frames_[id].called.insert({BlockId(), target}).second) frames_[target].dependents.push_back({id, BlockId()});
    bool isTransparent = transparent_[callee.index];
    auto after = [&](StateId state) { return state && isTransparent ? entry : state; };
    for (auto [sum, state] :
         {std::pair(&exit, after(frames_[target].exit)), {&unwind, after(frames_[target].unwind)}}) {
      isMixed |= state && !isPlain(states_[state]);
      *sum = states_.merge(*sum, state);
    }
  }
  leave(id, exit, unwind, isMixed);
}

// A loop waits until its handlers are done: each state that it enters them in is one more to analyse them in.
void OrderAnalysis::queue(FrameId id) {
  if (queued_[id.index]) return;
  queued_.set(id.index);
  (repeats_[id.index] ? later_ : work_).insert({finished_[id.index], id});
}

// A callee that is seen for the first time is analysed at once: its caller can go on then, and need not be looked at
// again. What is left is what calls each other in a circle, and there too the callees come first.
void OrderAnalysis::finish(FrameId id) {
  constexpr unsigned deepest = 500; // the stack has an end
  if (finished_[id.index] || !queued_[id.index] || depth_ >= deepest) return;
  queued_.reset(id.index);
  work_.erase({0, id});
  ++depth_;
  process(id);
  --depth_;
}

void OrderAnalysis::dependOn(FrameId callee, FrameId caller, InstructionId call) {
  BlockId block = reach_.blockOf(call);
  if (frames_[caller].called.insert({block, callee}).second) frames_[callee].dependents.push_back({caller, block});
}

void OrderAnalysis::analyse(OriginId origin) {
  firstFrame_ = frames_.size();
  FrameId root = frame(origin, origins_[origin].entry, entryOf(origin), {}, {});
  while (!work_.empty() || !later_.empty()) {
    auto& from = work_.empty() ? later_ : work_;
    FrameId next = from.begin()->second;
    from.erase(from.begin());
    queued_.reset(next.index);
    process(next);
  }
  if (StateId end = frames_[root].exit; end && !origins_[origin].isRecursive) {
    State sum;
    sum.running = leftRunning_[origin.index]; // of threads that ended themselves
    leftRunning_[origin.index] = merge(sum, states_[end]).running;
  }
  record(origin);
}

void OrderAnalysis::process(FrameId id) {
  if (!frames_[id].group.empty()) return processGroup(id);
  const Function& function = pointers_.functionOf(frames_[id].instance);
  uint32_t base = function.firstBlock.index;
  StateId exit = frames_[id].exit, unwind = frames_[id].unwind;
  std::set<BlockId> work(frames_[id].changed.begin(), frames_[id].changed.end());
  frames_[id].changed.clear();
  auto arrive = [&](BlockId block, StateId state) {
    if (!state) return;
    StateId& old = frames_[id].blocks[block.index - base];
    StateId merged = states_.merge(old, state);
    if (merged == old) return;
    old = merged;
    work.insert(block);
  };
  if (function.blockCount) arrive(function.firstBlock, frames_[id].entry);
  while (!work.empty()) {
    BlockId b = *work.begin();
    work.erase(work.begin());
    const Block& block = program_.blocks[b];
    StateId state = frames_[id].blocks[b.index - base];
    for (InstructionId i : program_.instructionsOf(block)) {
      Flow flow = step(id, i, state);
      if (flow.thrown) {
        auto handlers = program_.handlersOf(block);
        for (BlockId handler : handlers) arrive(handler, flow.thrown);
        if (handlers.empty()) unwind = states_.merge(unwind, flow.thrown);
      }
      if (program_.instructions[i].opcode == Opcode::Return) exit = states_.merge(exit, atReturn(id, i, state));
      state = flow.normal;
      if (!state) break;
    }
    if (!state) continue;
    auto successors = program_.successorsOf(block);
    for (unsigned k = 0; k < successors.size(); ++k) arrive(successors[k], onEdge(id, b, successors[k], k, state));
  }
  leave(id, exit, unwind, false);
}

// Callers are looked at again when what the frame does to a state has changed.
void OrderAnalysis::leave(FrameId id, StateId exit, StateId unwind, bool isMixed) {
  if (!finished_[id.index]) finished_[id.index] = ++finishedCount_;
  Frame& frame = frames_[id];
  if (exit == frame.exit && unwind == frame.unwind && isMixed == frame.isMixed) return;
  frame.exit = exit;
  frame.unwind = unwind;
  frame.isMixed = isMixed;
  for (auto [dependent, block] : frame.dependents) {
    frames_[dependent].changed.insert(block);
    queue(dependent);
  }
}

static bool shareLock(const State& a, const State& b, const LockTable& locks) {
  for (const HeldLock& x : a.locks)
    for (const HeldLock& y : b.locks)
      if (x.lock == y.lock && !x.pending && !y.pending && locks.isFixed(x.lock) &&
          (x.mode == LockMode::Exclusive || y.mode == LockMode::Exclusive))
        return true;
  return false;
}

// Whether the wait may come after every signal of its token: each releases and the read is atomic, or both hold a lock.
// Fences are looked at later.
bool OrderAnalysis::mayOrder(const Wait& wait) const {
  for (const FrameSite& site : signalSites_)
    for (const Signal& s : tokens_.signalsAt(frames_[site.frame].instance, site.instruction)) {
      if (s.token != wait.token || (wait.isAtomic && s.publication != Publication::Plain)) continue;
      for (StateId read : statesOfRead(wait))
        if (!shareLock(states_[read], states_[site.state], locks_)) return false;
    }
  return true;
}

// Follows the tokens that can order something, and tells executions apart by what was handed over.
void OrderAnalysis::handOver() {
  handedAt_.resize(origins_.forkCount(), HandedTable::nothing());
  llvm::BitVector kept(tokens_.kept().size());
  for (uint32_t w = 0; w < tokens_.waitCount(); ++w)
    if (TokenId token = tokens_[WaitId(w)].token; tokens_.kept()[token.index] && mayOrder(tokens_[WaitId(w)]))
      kept.set(token.index);
  bool hadTokens = !tokens_.empty();
  if (hadTokens) tokens_.keep(kept);
  if (!tokens_.empty()) {
    handing_ = std::make_unique<Handing>(pointers_, reach_, origins_, tokens_, frames_, calls_, frameRoots_, joined_);
    for (const FrameSite& site : signalSites_)
      for (const Signal& s : tokens_.signalsAt(frames_[site.frame].instance, site.instruction))
        for (HandedId handed : handing_->at(site.frame, site.instruction))
          signals_.insert({s.token, s.publication, frames_[site.frame].origin, site.state, handed});
    std::vector<HandedId> atForks(origins_.forkCount());
    for (const auto& [fork, site] : forkSites_)
      for (HandedId handed : handing_->at(site.frame, site.instruction))
        atForks[fork.index] = handing_->merge(atForks[fork.index], handed);
    for (uint32_t f = 0; f < atForks.size(); ++f)
      if (atForks[f]) handedAt_[f] = atForks[f];
  }
  if (!hadTokens) return;
  for (auto& [key, list] : executions_) {
    std::vector<Execution> apart;
    for (const Execution& e : list)
      for (HandedId handed : handing_ ? handing_->at(e.frame, key.second.second) : std::vector{HandedTable::nothing()})
        if (auto known =
                llvm::find_if(apart, [&](const Execution& x) { return x.state == e.state && x.handed == handed; });
            known == apart.end())
          apart.push_back({e.frame, e.state, handed});
        else
          known->isOnly = false;
    list = std::move(apart);
  }
}

const Handed& OrderAnalysis::handed(HandedId id) const {
  static const Handed nothing;
  return handing_ ? handing_->table()[id] : nothing;
}

const std::set<StateId>& OrderAnalysis::statesOfRead(const Wait& wait) const {
  static const std::set<StateId> none;
  auto it = reads_.find({wait.instance, wait.read});
  return it == reads_.end() ? none : it->second;
}

llvm::ArrayRef<Execution> OrderAnalysis::executions(OriginId origin, InstanceId instance,
                                                    InstructionId instruction) const {
  auto it = executions_.find({origin, {instance, instruction}});
  return it == executions_.end() ? llvm::ArrayRef<Execution>() : llvm::ArrayRef(it->second);
}

} // namespace steward
