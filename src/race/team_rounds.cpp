#include "race/team_rounds.h"

#include "pointer/call_parts.h"

namespace steward {

std::vector<ScopeId> TeamRounds::chain(ScopeId entry, ScopeId scope) const {
  std::vector<ScopeId> scopes;
  for (ScopeId s = scope; s; s = s_[s].caller) {
    scopes.push_back(s);
    if (s == entry) break;
  }
  return scopes;
}

bool TeamRounds::isBarrier(ScopeId scope, InstructionId at) {
  if (!isCall(s_.program.instructions[at].opcode)) return false;
  return llvm::any_of(s_.pointers.modelsAt({s_[scope].instance, at}),
                      [](const CallModel* model) { return model->has(EffectKind::TeamBarrier); });
}

bool TeamRounds::isFree(ScopeId scope, BlockId from, InstructionId after, BlockId to, InstructionId before,
                        const NaturalLoop* inside) {
  const Program& program = s_.program;
  // Whether a barrier stands in a block, in the part of it that control goes through.
  auto isClosed = [&](BlockId b, InstructionId first, InstructionId last) {
    for (InstructionId i : program.instructionsOf(program.blocks[b])) {
      if (first && i <= first) continue;
      if (last && i >= last) break;
      if (isBarrier(scope, i)) return true;
    }
    return false;
  };
  if (from == to && before && (!after || after < before) && !isClosed(from, after, before)) return true;
  if (isClosed(from, after, {})) return false;
  llvm::DenseSet<BlockId> seen;
  std::vector<BlockId> work{from};
  while (!work.empty()) {
    const Block& block = program.blocks[work.back()];
    work.pop_back();
    if (!to && program.successorsOf(block).empty()) return true; // the end of the function
    for (auto next : {program.successorsOf(block), program.handlersOf(block)})
      for (BlockId b : next) {
        if (inside && !inside->contains(b)) continue;
        if (b == to && !isClosed(b, {}, before)) return true;
        if (b == to && !before) return true;
        if (!seen.insert(b).second || isClosed(b, {}, {})) continue;
        work.push_back(b);
      }
  }
  return false;
}

// From a place, through the functions that it is in, to where the outer one goes on.
bool TeamRounds::leavesFreely(ScopeId outer, const Place& place) {
  InstructionId at = place.at;
  for (ScopeId s = place.scope; s && s != outer; at = s_[s].call, s = s_[s].caller)
    if (!isFree(s, s_.reach.blockOf(at), at, {}, {}, nullptr)) return false;
  return true;
}

bool TeamRounds::entersFreely(ScopeId outer, const Place& place) {
  InstructionId at = place.at;
  for (ScopeId s = place.scope; s && s != outer; at = s_[s].call, s = s_[s].caller)
    if (!isFree(s, s_.program.functions[s_.functionOf(s)].firstBlock, {}, s_.reach.blockOf(at), at, nullptr))
      return false;
  return true;
}

bool TeamRounds::isAligned(ScopeId scope, const NaturalLoop& loop, const Place& a, const Place& b) {
  auto gets = [&](const Place& from, const Place& to) {
    InstructionId leaving = s_.positionIn(scope, from.scope, from.at), entering = s_.positionIn(scope, to.scope, to.at);
    return leavesFreely(scope, from) && entersFreely(scope, to) &&
           isFree(scope, s_.reach.blockOf(leaving), leaving, loop.header, {}, &loop) &&
           isFree(scope, loop.header, {}, s_.reach.blockOf(entering), entering, &loop);
  };
  return !gets(a, b) && !gets(b, a);
}

std::vector<AtomId> TeamRounds::common(ScopeId entry, const Place& a, const Place& b) {
  std::vector<AtomId> result;
  auto ofB = chain(entry, b.scope);
  for (ScopeId scope : chain(entry, a.scope)) {
    if (!llvm::is_contained(ofB, scope)) continue;
    BlockId x = s_.reach.blockOf(s_.positionIn(scope, a.scope, a.at));
    BlockId y = s_.reach.blockOf(s_.positionIn(scope, b.scope, b.at));
    for (const NaturalLoop& loop : s_.order.loops().loopsOf(s_.functionOf(scope)))
      if (loop.contains(x) && loop.contains(y) && isAligned(scope, loop, a, b))
        result.push_back(s_.iteration(scope, loop));
  }
  return result;
}

// A loop is shared out when its counter starts where the library says so.
std::optional<TeamRounds::Sharing> TeamRounds::sharing(ScopeId scope, const NaturalLoop& loop) {
  const Program& program = s_.program;
  const Function& function = program.functions[s_.functionOf(scope)];
  for (InstructionId i : program.instructionsOf(program.blocks[loop.header])) {
    const Instruction& phi = program.instructions[i];
    if (phi.opcode != Opcode::Phi) break;
    auto operands = program.operandsOf(phi);
    auto from = program.incomingOf(phi);
    for (size_t k = 0; k < operands.size(); ++k) {
      if (loop.contains(from[k])) continue;
      ValueId start = stripCopies(program, function, operands[k]);
      InstructionId call = start.isLocal() ? program.local(function, start.local()).definition : InstructionId();
      if (!call || !isCall(program.instructions[call].opcode)) continue;
      for (const CallModel* model : s_.pointers.modelsAt({s_[scope].instance, call})) {
        if (!model->has(EffectKind::Share)) continue;
        auto arguments = program.argumentsOf(program.instructions[call]);
        Sharing result{scope, &loop, {}};
        auto schedule = arguments.size() > 2 ? program.integer(arguments[1]) : std::nullopt;
        // Of the numbers of libomp's sched_type: in chunks, one chunk for each thread.
        if (schedule == 34 || schedule == 44) result.chunk = 0;
        if (schedule == 33 || schedule == 45) result.chunk = program.integer(arguments[2]);
        return result;
      }
    }
  }
  return std::nullopt;
}

std::vector<TeamRounds::Sharing> TeamRounds::sharedLoops(ScopeId entry, const Place& place) {
  std::vector<Sharing> result;
  for (ScopeId scope : chain(entry, place.scope)) {
    BlockId block = s_.reach.blockOf(s_.positionIn(scope, place.scope, place.at));
    for (const NaturalLoop& loop : s_.order.loops().loopsOf(s_.functionOf(scope)))
      if (loop.contains(block) && block != loop.header)
        if (auto shared = sharing(scope, loop)) result.push_back(*shared);
  }
  return result;
}

// Whether both places are in one and the same time that the team meets the loop.
bool TeamRounds::areAllAligned(ScopeId entry, const Sharing& shared, const Place& a, const Place& b) {
  BlockId at = shared.loop->header;
  for (ScopeId scope = shared.scope;; at = s_.reach.blockOf(s_[scope].call), scope = s_[scope].caller) {
    bool isInLoop = false;
    for (const NaturalLoop& loop : s_.order.loops().loopsOf(s_.functionOf(scope))) {
      if (!loop.contains(at)) continue;
      isInLoop = true;
      if (&loop != shared.loop && !isAligned(scope, loop, a, b)) return false;
    }
    if (!isInLoop && s_.reach.isInLoop(at)) return false;
    if (scope == entry) return true;
    if (!s_[scope].isPlain) return false;
  }
}

std::vector<TeamRelation> TeamRounds::relations(ScopeId entry, const Place& a, const Place& b, Evaluator& evaluator) {
  AtomId number = s_.threadNumber(entry);
  std::vector<TeamRelation> result{{number, number}};
  auto loopsOfB = sharedLoops(entry, b);
  for (const Sharing& x : sharedLoops(entry, a))
    for (const Sharing& y : loopsOfB) {
      AtomId first = s_.iteration(x.scope, *x.loop), second = s_.iteration(y.scope, *y.loop);
      bool isOne = x.scope == y.scope && x.loop == y.loop;
      if (isOne && areAllAligned(entry, x, a, b)) {
        result.push_back({first, second});
        continue;
      }
      // Shared out alike: the same thread has the same rounds, each time.
      if (!x.chunk || x.chunk != y.chunk) continue;
      const LoopRange rangeA = evaluator.range(first), rangeB = evaluator.range(second);
      if (!rangeA.room || !rangeB.room || !(*rangeA.room == *rangeB.room) || !(*rangeA.step == *rangeB.step)) continue;
      bool isSteady = true;
      s_.atoms.visit(*rangeA.room, [&](AtomId id) {
        isSteady &= !s_.isIteration(id) || s_[s_.loopOf(id).scope].origin != s_[entry].origin;
      });
      if (isSteady) result.push_back({first, second});
    }
  return result;
}

// What is known to be zero at a place, by the tests that lead there.
std::vector<Polynomial> TeamRounds::zeros(ScopeId entry, const Place& place, Evaluator& evaluator) {
  const Program& program = s_.program;
  std::vector<Polynomial> result;
  for (ScopeId scope : chain(entry, place.scope)) {
    FunctionId id = s_.functionOf(scope);
    const Function& function = program.functions[id];
    const Dominators& dominators = s_.dominators(id);
    BlockId at = s_.reach.blockOf(s_.positionIn(scope, place.scope, place.at));
    for (BlockId b : program.blocksOf(function)) {
      const Block& block = program.blocks[b];
      if (!dominators.reachable(b) || b == at || !dominators.dominates(b, at)) continue;
      InstructionId last(block.firstInstruction.index + block.instructionCount - 1);
      const Instruction& branch = program.instructions[last];
      if (branch.opcode != Opcode::Branch) continue;
      auto successors = program.successorsOf(block);
      ValueId condition = stripCopies(program, function, program.operandsOf(branch)[0]);
      InstructionId test =
          condition.isLocal() ? program.local(function, condition.local()).definition : InstructionId();
      if (!test || program.instructions[test].opcode != Opcode::Compare) continue;
      const Instruction& compare = program.instructions[test];
      bool isEqual = compare.compare == CompareKind::Equal;
      if (!isEqual && compare.compare != CompareKind::NotEqual) continue;
      // The way on which both are equal, which nobody else joins.
      BlockId way = successors[isEqual ? 0 : 1];
      if (way == successors[isEqual ? 1 : 0] || dominators.predecessors(way).size() != 1 ||
          !dominators.dominates(way, at))
        continue;
      auto x = evaluator.value(scope, program.operandsOf(compare)[0], last);
      auto y = evaluator.value(scope, program.operandsOf(compare)[1], last);
      if (x && y && x->base == y->base) result.push_back(x->offset - y->offset);
    }
  }
  return result;
}

bool TeamRounds::areExcluded(ScopeId entry, const Place& a, const Place& b, const TeamRelation& differ,
                             Evaluator& evaluator) {
  auto common = this->common(entry, a, b);
  // factor · round + rest, where the rest is the same for both.
  auto solved = [&](const Polynomial& p, AtomId round) -> std::optional<std::pair<int64_t, Polynomial>> {
    Polynomial rest = s_.atoms.replace(p, round, 0);
    auto factor = (s_.atoms.replace(p, round, 1) - rest).number();
    if (!factor || !*factor || !(p == rest + Polynomial(*factor) * Polynomial::atom(round))) return std::nullopt;
    bool isSame = true;
    s_.atoms.visit(rest, [&](AtomId id) {
      isSame &=
          !s_.isIteration(id) || llvm::is_contained(common, id) || s_[s_.loopOf(id).scope].origin != s_[entry].origin;
    });
    return isSame ? std::optional(std::pair(*factor, rest)) : std::nullopt;
  };
  auto ofB = zeros(entry, b, evaluator);
  for (const Polynomial& p : zeros(entry, a, evaluator))
    for (const Polynomial& q : ofB) {
      auto x = solved(p, differ.first), y = solved(q, differ.second);
      if (x && x == y) return true;
    }
  return false;
}

} // namespace steward
