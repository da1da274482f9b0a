// Chains of calls, the loops around them, and what tells the threads of one fork apart.
#include "race/symbolic.h"

namespace steward {

Scopes::Scopes(const PointerAnalysis& pointers, const Reach& reach, const Origins& origins, OrderAnalysis& order,
               const Concurrency& concurrency, Writes& writes)
    : pointers(pointers), program(pointers.program()), reach(reach), origins(origins), order(order),
      concurrency(concurrency), writes(writes) {}

ScopeId Scopes::intern(Scope scope) {
  auto [it, isNew] = ids_.try_emplace({scope.caller, scope.call, scope.origin, scope.instance}, scopes_.end_id());
  if (isNew) {
    scope.depth = scope.caller ? scopes_[scope.caller].depth + 1 : 0;
    scopes_.push(scope);
  }
  return it->second;
}

ScopeId Scopes::child(ScopeId caller, InstanceId callee, InstructionId call) {
  Scope scope;
  scope.origin = scopes_[caller].origin;
  scope.instance = callee;
  scope.caller = caller;
  scope.call = call;
  scope.isPlain = pointers.isPlainCall({scopes_[caller].instance, call});
  return intern(scope);
}

// The entry of an origin, in every way that its creator gets to the fork.
std::optional<std::vector<ScopeId>> Scopes::entries(OriginId id) {
  const Origin& origin = origins[id];
  std::vector<ScopeId> result;
  if (!origin.fork) {
    Scope scope;
    scope.origin = id;
    scope.instance = origin.entry;
    result.push_back(intern(scope));
    return result;
  }
  if (origin.isRecursive || origin.kind == OriginKind::Signal) return std::nullopt;
  const Fork& fork = origins[origin.fork];
  const Effect* effect = nullptr;
  for (const ForkTarget& target : pointers.forks(fork.site))
    if (target.entry == origin.entry) effect = target.effect;
  const auto creators = chains(fork.by, fork.site.instance);
  if (!creators || !effect || creators->size() > maxChains) return std::nullopt;
  for (ScopeId creator : *creators) {
    Scope scope;
    scope.origin = id;
    scope.instance = origin.entry;
    scope.caller = creator;
    scope.call = fork.site.instruction;
    scope.fork = effect;
    result.push_back(intern(scope));
  }
  return result;
}

void Scopes::findCallers() {
  if (!callers_.empty()) return;
  callers_.resize(pointers.instances().size());
  for (uint32_t n = 0; n < callers_.size(); ++n)
    for (const Reach::Edge& e : reach.edges(InstanceId(n)))
      if (!e.isFork) callers_[e.callee.index].push_back({InstanceId(n), e.call});
}

llvm::ArrayRef<std::pair<InstanceId, InstructionId>> Scopes::callersOf(InstanceId instance) {
  findCallers();
  return callers_[instance.index];
}

bool Scopes::isForked(InstanceId instance) {
  for (uint32_t n = 0; n < origins.size(); ++n)
    if (origins[OriginId(n)].entry == instance) return true;
  return false;
}

std::optional<std::pair<InstanceId, InstructionId>> Scopes::onlyCall(InstanceId instance) {
  findCallers();
  const auto& callers = callers_[instance.index];
  if (callers.size() != 1 || !pointers.isPlainCall({callers[0].first, callers[0].second})) return std::nullopt;
  return callers[0];
}

const std::optional<std::vector<ScopeId>>& Scopes::chains(OriginId origin, InstanceId instance, unsigned depth) {
  auto [it, isNew] = chains_.try_emplace({origin, instance});
  if (!isNew || reach.recurs(instance) || depth > maxDepth) return it->second;
  if (instance == origins[origin].entry) {
    auto starts = entries(origin);
    return chains_[{origin, instance}] = std::move(starts);
  }
  findCallers();
  if (runs_.empty()) runs_.resize(origins.size());
  auto& runs = runs_[origin.index];
  if (runs.empty()) runs.insert(origins.instancesOf(origin).begin(), origins.instancesOf(origin).end());
  std::vector<ScopeId> found;
  for (auto [caller, call] : callers_[instance.index]) {
    if (!runs.contains(caller)) continue;
    const auto& before = chains(origin, caller, depth + 1);
    if (!before || found.size() + before->size() > maxChains) return chains_[{origin, instance}];
    for (ScopeId scope : *before) found.push_back(child(scope, instance, call));
  }
  auto& result = chains_[{origin, instance}];
  if (!found.empty()) result = std::move(found);
  return result;
}

ScopeId Scopes::entryOf(ScopeId id) const {
  while (scopes_[id].caller && !scopes_[id].fork) id = scopes_[id].caller;
  return id;
}

InstructionId Scopes::positionIn(ScopeId outer, ScopeId inner, InstructionId at) const {
  while (inner != outer) {
    if (!scopes_[inner].caller) return {};
    at = scopes_[inner].call;
    inner = scopes_[inner].caller;
  }
  return at;
}

const NaturalLoop* Scopes::innermost(FunctionId function, BlockId block) {
  for (const NaturalLoop& loop : order.loops().loopsOf(function))
    if (loop.contains(block)) return &loop;
  return nullptr;
}

const NaturalLoop* Scopes::loop(FunctionId function, BlockId header) {
  for (const NaturalLoop& loop : order.loops().loopsOf(function))
    if (loop.header == header) return &loop;
  return nullptr;
}

const Dominators& Scopes::dominators(FunctionId function) {
  auto& known = dominators_[function];
  if (!known) known = std::make_unique<Dominators>(program, program.functions[function]);
  return *known;
}

bool Scopes::comesBefore(FunctionId function, InstructionId first, InstructionId second) {
  BlockId a = reach.blockOf(first), b = reach.blockOf(second);
  if (a == b) return first < second;
  const Dominators& d = dominators(function);
  return d.reachable(a) && d.reachable(b) && d.dominates(a, b);
}

bool Scopes::reaches(InstructionId from, InstructionId to, BlockId barrier) {
  BlockId start = reach.blockOf(from), end = reach.blockOf(to);
  if (start == end && from < to) return true;
  llvm::DenseSet<BlockId> seen;
  std::vector<BlockId> work{start};
  while (!work.empty()) {
    const Block& block = program.blocks[work.back()];
    work.pop_back();
    for (auto next : {program.successorsOf(block), program.handlersOf(block)})
      for (BlockId b : next) {
        if (b == barrier || !seen.insert(b).second) continue;
        if (b == end) return true;
        work.push_back(b);
      }
  }
  return false;
}

AtomId Scopes::iteration(ScopeId scope, const NaturalLoop& loop) {
  Atom atom;
  atom.kind = Atom::Iteration;
  atom.name = {scope.index, loop.header.index};
  AtomId id = atoms.intern(std::move(atom));
  loops_.try_emplace(id, LoopRange{scope, loop.header, loop.blocks.size(), {}, {}});
  return id;
}

ScopeId Scopes::outerTeam(ScopeId entry) {
  if (isOneTeam(scopes_[entry].origin) || origins[scopes_[entry].origin].isRecursive) return {};
  ScopeId outer = entryOf(scopes_[entry].caller);
  return origins.isLoneTeam(scopes_[outer].origin) ? outer : ScopeId();
}

bool Scopes::isOfTeams(OriginId origin, OriginId above) const {
  for (; origin != above; origin = origins[origin].parent)
    if (origin == Origins::main() || origins[origin].kind != OriginKind::Team) return false;
  return true;
}

AtomId Scopes::threadNumber(ScopeId entry) {
  Atom atom;
  atom.kind = Atom::Iteration;
  atom.name = {entry.index};
  AtomId id = atoms.intern(std::move(atom));
  LoopRange range{scopes_[entry].caller, {}, 0, Polynomial(1), teamSize(entry) - 1};
  loops_.try_emplace(id, std::move(range));
  return id;
}

Polynomial Scopes::teamSize(ScopeId entry) {
  Atom atom;
  atom.name = {9, entry.index};
  return Polynomial::atom(atoms.intern(std::move(atom)));
}

AtomId Scopes::copyOf(AtomId iteration) {
  Atom atom = atoms[iteration];
  ++atom.copy;
  AtomId id = atoms.intern(std::move(atom));
  loops_.try_emplace(id, loops_.at(iteration));
  return id;
}

bool Scopes::leadsTo(InstanceId from, InstanceId to) {
  llvm::DenseSet<InstanceId> seen{from};
  std::vector<InstanceId> work{from};
  while (!work.empty()) {
    InstanceId next = work.back();
    work.pop_back();
    if (next == to) return true;
    for (const Reach::Edge& e : reach.edges(next))
      if (!e.isFork && seen.insert(e.callee).second) work.push_back(e.callee);
  }
  return false;
}

// Whether threads of an earlier time may be there when the loop is entered.
bool Scopes::isRunningAtEntry(ForkId fork, OriginId by, InstanceId instance, const NaturalLoop& loop) {
  if (!hasFrames_) order.eachFrame([&](FrameId id) { frames_[order[id].instance].push_back(id); });
  hasFrames_ = true;
  const Function& function = pointers.functionOf(instance);
  bool isSeen = false;
  for (FrameId id : frames_[instance]) {
    const Frame& frame = order[id];
    if (frame.origin != by) continue;
    for (BlockId before : dominators(pointers.instances()[instance].function).predecessors(loop.header)) {
      if (loop.contains(before)) continue;
      StateId state = frame.blocks[before.index - function.firstBlock.index];
      if (!state) continue;
      isSeen = true;
      if (order.states()[state].findRunning(fork)) return true;
      // Or started in that very block.
      for (const Reach::Edge& e : reach.edges(instance))
        if (reach.blockOf(e.call) == before &&
            (e.isFork ? e.call == origins[fork].site.instruction : leadsTo(e.callee, origins[fork].site.instance)))
          return true;
    }
  }
  return !isSeen;
}

const Round& Scopes::round(ScopeId entry) {
  auto it = rounds_.find(entry);
  return it != rounds_.end() ? it->second : rounds_[entry] = findRound(entry);
}

Round Scopes::findRound(ScopeId entry) {
  const Scope& scope = scopes_[entry];
  const Origin& origin = origins[scope.origin];
  Round unknown;
  if (scope.fork && origin.kind == OriginKind::Team && (isOneTeam(scope.origin) || outerTeam(entry)))
    return {Round::Team, threadNumber(entry), scope.caller, {}};
  bool isMadeByOne = concurrency.isByOne(scope.origin);
  if (!scope.fork || origin.isMany || scope.fork->many) return unknown;
  if (concurrency.runsTwice(origin.parent) && !isMadeByOne) return unknown;
  unsigned creators = 0;
  for (uint32_t f = 0; f < origins.forkCount(); ++f)
    creators += llvm::is_contained(origins[ForkId(f)].origins, scope.origin);
  if (creators != 1) return unknown;
  // From the fork outwards to the first loop.
  InstructionId at = scope.call;
  for (ScopeId s = scope.caller; s; at = scopes_[s].call, s = scopes_[s].caller) {
    const NaturalLoop* loop = innermost(functionOf(s), reach.blockOf(at));
    if (loop) {
      if (isRunningAtEntry(origin.fork, scopes_[s].origin, scopes_[s].instance, *loop)) return unknown;
      return {Round::Loop, iteration(s, *loop), s, loop->header};
    }
    // A block in a cycle that is no natural loop; a function that is called back any number of times.
    if (reach.isInLoop(reach.blockOf(at)) || !scopes_[s].isPlain) return unknown;
    if (scopes_[s].fork) break;
  }
  // No loop: once in the life of the creator, which is one.
  if (isMadeByOne) return {Round::Once, {}, {}, {}};
  for (ScopeId s = scope.caller; s; s = scopes_[s].caller)
    if (scopes_[s].fork && round(s).kind != Round::Once) return unknown;
  return {Round::Once, {}, {}, {}};
}

bool Scopes::isMadeForFork(ScopeId entry, const Base& base, InstructionId* made, ScopeId* in) {
  if (base.kind != Base::Allocated || !scopes_[entry].fork || scopes_[entry].fork->many) return false;
  const Instruction& allocation = program.instructions[InstructionId(base.site)];
  if (allocation.opcode == Opcode::Allocate && allocation.storage == Storage::Stack) return false;
  InstructionId at = scopes_[entry].call;
  for (ScopeId s = scopes_[entry].caller; s; at = scopes_[s].call, s = scopes_[s].caller) {
    FunctionId function = functionOf(s);
    const NaturalLoop* loop = innermost(function, reach.blockOf(at));
    if (InstructionId position = positionIn(s, base.scope, InstructionId(base.site))) {
      if (!comesBefore(function, position, at)) return false;
      if (made) *made = position, *in = s;
      return innermost(function, reach.blockOf(position)) == loop && (loop || !reach.isInLoop(reach.blockOf(at)));
    }
    if (reach.isInLoop(reach.blockOf(at)) || !scopes_[s].isPlain || scopes_[s].fork) return false;
  }
  return false;
}

} // namespace steward
