#include "order/handing.h"

#include "order/results.h"

namespace steward {

Handing::Handing(const PointerAnalysis& pointers, const Reach& reach, const Origins& origins, const Tokens& tokens,
                 const IdVector<FrameId, Frame>& frames, const std::vector<FrameCall>& calls,
                 const std::vector<FrameId>& roots, const std::map<CallSite, ForkId>& joined)
    : pointers_(pointers), program_(pointers.program()), reach_(reach), origins_(origins), tokens_(tokens),
      frames_(frames), joined_(joined) {
  Handed worst;
  for (uint32_t t = 0; t < tokens.size(); ++t) worst.signal(TokenId(t));
  worst_ = table_.intern(worst);
  summaries_.resize(pointers.instances().size());
  entries_.resize(frames.size());
  findConcerned();
  summarise();
  carry(calls, roots);
}

// Backwards over the call graph from what signals, waits, forks what signals, or makes a fence.
void Handing::findConcerned() {
  size_t count = pointers_.instances().size();
  concerned_.resize(count);
  endsThread_.resize(count);
  llvm::BitVector forks(count); // with a fork of something that signals
  for (uint32_t f = 0; f < origins_.forkCount(); ++f)
    for (OriginId made : origins_[ForkId(f)].origins)
      if (!tokens_.signalledBy(made).empty()) forks.set(origins_[ForkId(f)].site.instance.index);
  for (uint32_t n = 0; n < count; ++n) {
    InstanceId id(n);
    bool adds = tokens_.concerns(id) || forks[n];
    for (BlockId b : program_.blocksOf(pointers_.functionOf(id)))
      for (InstructionId i : program_.instructionsOf(program_.blocks[b])) {
        if (program_.instructions[i].opcode == Opcode::Fence) adds = true;
        if (!isCall(program_.instructions[i].opcode)) continue;
        if (joined_.count({id, i})) adds = true;
        for (const CallModel* model : pointers_.modelsAt({id, i})) {
          if (model->has(EffectKind::NoReturn)) adds = true; // control may not get out of it
          if (!model->has(EffectKind::ThreadExit)) continue;
          adds = true;
          endsThread_.set(n);
        }
      }
    if (adds) concerned_.set(n);
  }
  reach_.addCallers(concerned_);
}

void Handing::summarise() {
  for (unsigned n : concerned_.set_bits()) {
    summaries_[n].blocks.resize(pointers_.functionOf(InstanceId(n)).blockCount);
    work_.insert(InstanceId(n));
  }
  // Callees mostly have higher numbers.
  while (!work_.empty()) {
    InstanceId next = *work_.rbegin();
    work_.erase(next);
    process(next);
  }
}

void Handing::process(InstanceId instance) {
  const Function& function = pointers_.functionOf(instance);
  uint32_t base = function.firstBlock.index;
  Summary& own = summaries_[instance.index];
  HandedId exit = own.exit, unwind = own.unwind, ended = own.ended;
  std::set<BlockId> work;
  for (uint32_t b = 0; b < function.blockCount; ++b)
    if (own.blocks[b]) work.insert(BlockId(base + b));
  auto arrive = [&](BlockId block, HandedId handed) {
    if (!handed) return;
    HandedId& old = own.blocks[block.index - base];
    HandedId merged = table_.merge(old, handed);
    if (merged == old) return;
    old = merged;
    work.insert(block);
  };
  if (function.blockCount) arrive(function.firstBlock, HandedTable::nothing());
  while (!work.empty()) {
    BlockId b = *work.begin();
    work.erase(work.begin());
    const Block& block = program_.blocks[b];
    HandedId handed = own.blocks[b.index - base];
    for (InstructionId i : program_.instructionsOf(block)) {
      Flow flow = step(instance, i, handed);
      if (flow.thrown) {
        auto handlers = program_.handlersOf(block);
        for (BlockId handler : handlers) arrive(handler, flow.thrown);
        if (handlers.empty()) own.unwind = table_.merge(own.unwind, flow.thrown);
      }
      if (program_.instructions[i].opcode == Opcode::Return) own.exit = table_.merge(own.exit, handed);
      handed = flow.normal;
      if (!handed) break;
    }
    if (!handed) continue;
    auto successors = program_.successorsOf(block);
    for (unsigned k = 0; k < successors.size(); ++k) arrive(successors[k], onEdge(instance, b, k, handed));
  }
  if (exit == own.exit && unwind == own.unwind && ended == own.ended) return;
  work_.insert(own.dependents.begin(), own.dependents.end());
}

HandedId Handing::withSignals(HandedId id, llvm::ArrayRef<TokenId> tokens) {
  if (tokens.empty() || !id) return id;
  Handed handed = table_[id];
  for (TokenId token : tokens) handed.signal(token);
  return table_.intern(handed);
}

Handing::Flow Handing::step(InstanceId instance, InstructionId instruction, HandedId id) {
  const Instruction& i = program_.instructions[instruction];
  llvm::SmallVector<TokenId, 4> signals;
  for (const Signal& s : tokens_.signalsAt(instance, instruction)) signals.push_back(s.token);
  if (isCall(i.opcode)) {
    // What a call signals, it signals before it returns; what it waits for, it has waited for then.
    Flow flow = call(instance, instruction, id);
    return {withSignals(flow.normal, signals), withSignals(flow.thrown, signals)};
  }
  id = withSignals(id, signals);
  if (i.opcode == Opcode::Fence) {
    // A release fence publishes for the relaxed writes behind it, so that they signal from here on; an acquire fence
    // orders what relaxed reads before it saw.
    Handed handed = table_[id];
    if (i.order != MemoryOrder::Acquire) {
      handed.isReleased = true;
      for (TokenId token : tokens_.relaxed()) handed.signal(token);
    }
    if (i.order != MemoryOrder::Release) handed.acquireFence();
    return {table_.intern(handed), {}};
  }
  if (i.opcode == Opcode::Throw) return {{}, id};
  if (i.opcode == Opcode::Unreachable) return {};
  return {id, {}};
}

HandedId Handing::addedBy(InstanceId callee, HandedId Summary::* end, InstanceId caller) {
  if (!concerned_[callee.index]) return HandedTable::nothing();
  summaries_[callee.index].dependents.insert(caller);
  return summaries_[callee.index].*end;
}

Handing::Flow Handing::call(InstanceId instance, InstructionId instruction, HandedId before) {
  CallSite site{instance, instruction};
  auto models = pointers_.modelsAt(site);
  auto callees = pointers_.callees(site);
  Flow flow{{}, before}; // anything may throw
  for (InstanceId callee : callees) {
    flow.normal = table_.merge(flow.normal, table_.then(before, addedBy(callee, &Summary::exit, instance)));
    flow.thrown = table_.merge(flow.thrown, table_.then(before, addedBy(callee, &Summary::unwind, instance)));
  }
  if (models.empty()) {
    if (!callees.empty()) return flow;
    FunctionId callee = program_.calleeOf(program_.instructions[instruction]);
    return {callee && program_.functions[callee].isNoReturn ? HandedId() : before, flow.thrown};
  }
  // A function that is called back may not be called at all, or only at the end of the thread.
  HandedId reached = callees.empty()               ? before
                     : pointers_.isPlainCall(site) ? flow.normal
                                                   : table_.merge(flow.normal, before);
  if (program_.instructions[instruction].opcode == Opcode::Call) flow.normal = {};
  for (const CallModel* model : models)
    if (reached) flow.normal = table_.merge(flow.normal, effects(instance, instruction, *model, reached));
  return flow;
}

HandedId Handing::ofJoined(ForkId fork, InstanceId caller) {
  HandedId all;
  for (OriginId origin : origins_[fork].origins) {
    InstanceId entry = origins_[origin].entry;
    if (!concerned_[entry.index] || origins_[origin].isRecursive) return HandedTable::nothing();
    for (InstanceId run : origins_.instancesOf(origin))
      if (run != entry && endsThread_[run.index]) return HandedTable::nothing();
    all = table_.merge(all, addedBy(entry, &Summary::exit, caller));
    all = table_.merge(all, addedBy(entry, &Summary::ended, caller));
  }
  return all ? all : HandedTable::nothing();
}

HandedId Handing::effects(InstanceId instance, InstructionId instruction, const CallModel& model, HandedId id) {
  Handed handed = table_[id];
  bool ends = false;
  for (const Effect& effect : model.effects) {
    if (effect.kind == EffectKind::NoReturn) return {};
    if (effect.kind == EffectKind::ThreadExit) ends = true;
    if (effect.kind != EffectKind::SemaphoreWait && effect.kind != EffectKind::Await &&
        effect.kind != EffectKind::AwaitValue && effect.kind != EffectKind::LatchWait)
      continue;
    for (WaitId w : tokens_.waitsAt(instance, instruction))
      if (tokens_[w].effect == effect.kind)
        handed.await({w, effect.when == When::Always ? InstructionId() : instruction, tokens_[w].isAcquire,
                      static_cast<uint8_t>(effect.kind == EffectKind::SemaphoreWait)});
  }
  // What a new thread will signal may be signalled from here on.
  for (const ForkTarget& target : pointers_.forks({instance, instruction}))
    for (TokenId token : tokens_.signalledFrom(target.entry)) handed.signal(token, /*isOwn=*/false);
  // What a thread has awaited in any case when it ends is awaited by who waits for its end.
  if (auto it = joined_.find({instance, instruction}); it != joined_.end() && it->second)
    for (const AwaitedToken& t : table_[ofJoined(it->second, instance)].awaited)
      if (!t.pending) handed.await(t);
  HandedId result = table_.intern(handed);
  if (!ends) return result;
  Summary& own = summaries_[instance.index];
  own.ended = table_.merge(own.ended, result);
  return {};
}

// Waits that succeeded on this way out of a block, or failed; and values that were seen.
HandedId Handing::onEdge(InstanceId instance, BlockId from, unsigned successor, HandedId id) {
  const Block& block = program_.blocks[from];
  const Instruction& last =
      program_.instructions[InstructionId(block.firstInstruction.index + block.instructionCount - 1)];
  if (last.opcode != Opcode::Branch && last.opcode != Opcode::Switch) return id;
  const Function& function = pointers_.functionOf(instance);
  if (last.opcode == Opcode::Branch) {
    auto decided = knownNumber(program_, function, program_.operandsOf(last)[0]);
    if (decided && (*decided != 0) != (successor == 0)) return {}; // this way is never taken
  }
  auto seen = tokens_.waitsOn(instance, from, successor);
  bool hasPending = llvm::any_of(table_[id].awaited, [](const AwaitedToken& t) { return t.pending.valid(); });
  auto rounds = tokens_.roundsOn(instance, from, successor);
  if (seen.empty() && rounds.empty() && !hasPending) return id;
  Handed handed = table_[id];
  std::vector<AwaitedToken> awaited;
  std::erase_if(handed.awaited, [&](const AwaitedToken& t) {
    if (!t.pending) return false;
    LocalId result = program_.instructions[t.pending].result;
    if (!result) return false;
    When when = When::Always;
    for (const CallModel* model : pointers_.modelsAt({instance, t.pending}))
      for (const Effect& effect : model->effects)
        if (effect.kind == tokens_[t.wait].effect) when = effect.when;
    auto holds = last.opcode == Opcode::Switch
                     ? impliedByCase(program_, function, last, successor, result, when)
                     : impliedResult(program_, function, program_.operandsOf(last)[0], successor == 0, result, when);
    if (holds == true) awaited.push_back({t.wait, {}, t.isOrdered, t.count});
    return holds.has_value();
  });
  for (const AwaitedToken& t : awaited) handed.await(t);
  for (WaitId w : seen) handed.await({w, {}, tokens_[w].isAcquire, 0});
  for (auto [w, times] : rounds)
    if (times > 0) handed.await({w, {}, tokens_[w].isAcquire, static_cast<uint8_t>(std::min(times, 255u))});
  return table_.intern(handed);
}

// From the start of the function.
HandedId Handing::before(InstanceId instance, InstructionId instruction) {
  if (!concerned_[instance.index]) return HandedTable::nothing();
  auto [it, isNew] = before_.try_emplace({instance, instruction}, HandedId());
  if (!isNew) return it->second;
  BlockId b = reach_.blockOf(instruction);
  HandedId handed = summaries_[instance.index].blocks[b.index - pointers_.functionOf(instance).firstBlock.index];
  for (InstructionId i : program_.instructionsOf(program_.blocks[b])) {
    // Where control is not seen to get (as behind main, when it leaves by exit), anything may have been signalled.
    if (!handed) handed = worst_;
    before_[{instance, i}] = handed;
    handed = step(instance, i, handed).normal;
  }
  return before_[{instance, instruction}];
}

void Handing::enter(FrameId frame, HandedId handed) {
  auto& entries = entries_[frame.index];
  if (llvm::is_contained(entries, handed)) return;
  if (entries.size() >= maxEntries) {
    for (HandedId other : entries) handed = table_.merge(handed, other);
    if (llvm::is_contained(entries, handed)) return;
    entries.clear();
  }
  entries.push_back(handed);
  entering_.push_back({frame, handed});
}

void Handing::carry(const std::vector<FrameCall>& calls, const std::vector<FrameId>& roots) {
  std::vector<std::vector<const FrameCall*>> from(frames_.size());
  for (const FrameCall& c : calls) from[c.from.index].push_back(&c);
  // Waits that are not decided mean nothing in a callee.
  auto decided = [&](HandedId id) {
    if (llvm::none_of(table_[id].awaited, [](const AwaitedToken& t) { return t.pending.valid(); })) return id;
    Handed handed = table_[id];
    std::erase_if(handed.awaited, [](const AwaitedToken& t) { return t.pending.valid(); });
    return table_.intern(handed);
  };
  for (FrameId root : roots) enter(root, HandedTable::nothing());
  while (!entering_.empty()) {
    auto [frame, entry] = entering_.back();
    entering_.pop_back();
    for (const FrameCall* c : from[frame.index]) {
      CallSite site{frames_[frame].instance, c->call};
      HandedId there = decided(table_.then(entry, before(site.instance, c->call)));
      auto models = pointers_.modelsAt(site);
      auto has = [&](EffectKind kind) {
        return llvm::any_of(models, [&](const CallModel* m) { return m->has(kind); });
      };
      // What runs some time later runs after whatever else the thread signals.
      if (has(EffectKind::KeySet) || has(EffectKind::Register))
        there = withSignals(there, tokens_.signalledBy(frames_[frame].origin));
      // What is called any number of times may have signalled before.
      if (!pointers_.isPlainCall(site))
        for (InstanceId callee : pointers_.callees(site))
          if (concerned_[callee.index] && summaries_[callee.index].exit)
            there = withSignals(there, table_[summaries_[callee.index].exit].signalled);
      enter(c->to, there);
    }
  }
}

std::vector<HandedId> Handing::at(FrameId frame, InstructionId instruction) {
  std::vector<HandedId> result;
  HandedId own = HandedTable::nothing();
  InstanceId instance = frames_[frame].instance;
  if (concerned_[instance.index]) own = before(instance, instruction);
  for (HandedId entry : entries_[frame.index]) {
    HandedId here = table_.then(entry, own);
    if (!llvm::is_contained(result, here)) result.push_back(here);
  }
  if (result.empty()) result.push_back(worst_);
  return result;
}

} // namespace steward
