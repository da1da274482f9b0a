#include "race/chosen.h"

#include "order/results.h"

namespace steward {

uint32_t Chosen::of(const SharedAccess& a, PointId point) {
  auto phases = concurrency_.phasesAt(point).vec();
  auto [it, isNew] = numbers_.try_emplace({a.origin, a.instance, s_.reach.blockOf(a.access.instruction), phases}, 0);
  if (!isNew) return it->second;
  if (auto chain = find(a, point)) {
    chains_.push_back(std::move(*chain));
    it->second = static_cast<uint32_t>(chains_.size());
  }
  return it->second;
}

std::optional<Chosen::Chain> Chosen::find(const SharedAccess& a, PointId point) {
  const auto chains = s_.chains(a.origin, a.instance);
  if (!chains || chains->empty()) return std::nullopt;
  Chain result{a.origin, {}, {}};
  bool isGuarded = true, isFirst = true;
  for (ScopeId scope : *chains) {
    Way way{scope, {}};
    std::set<CallSite> alone;
    InstructionId at = a.access.instruction;
    for (ScopeId s = scope;; s = s_[s].caller) {
      addGuards(s, at, point, way, alone);
      at = s_[s].call;
      if (s_[s].fork || !s_[s].caller) break;
    }
    isGuarded &= !way.guards.empty();
    result.ways.push_back(std::move(way));
    if (isFirst)
      result.alone = std::move(alone);
    else
      std::erase_if(result.alone, [&](const CallSite& site) { return !alone.count(site); });
    isFirst = false;
  }
  if (!isGuarded && result.alone.empty() && llvm::all_of(result.ways, [](const Way& w) { return w.guards.empty(); }))
    return std::nullopt;
  return result;
}

// The tests that every way to an instruction has passed, with the outcome that leads there.
void Chosen::addGuards(ScopeId scope, InstructionId at, PointId point, Way& way, std::set<CallSite>& alone) {
  constexpr size_t maxGuards = 16;
  FunctionId id = s_.functionOf(scope);
  const Function& function = program_.functions[id];
  const Dominators& dominators = s_.dominators(id);
  BlockId block = s_.reach.blockOf(at);
  if (!dominators.reachable(block)) return;
  for (BlockId b : program_.blocksOf(function)) {
    if (b == block || !dominators.reachable(b) || !dominators.dominates(b, block)) continue;
    InstructionId last(program_.blocks[b].firstInstruction.index + program_.blocks[b].instructionCount - 1);
    const Instruction& branch = program_.instructions[last];
    auto successors = program_.successorsOf(program_.blocks[b]);
    if (branch.opcode != Opcode::Branch && branch.opcode != Opcode::Switch) continue;
    for (unsigned k = 0; k < successors.size(); ++k) {
      // The edge leads there: its end has no other way in.
      if (!dominators.dominates(successors[k], block) || dominators.predecessors(successors[k]).size() != 1) continue;
      if (llvm::count(successors, successors[k]) != 1 || way.guards.size() >= maxGuards) continue;
      auto operands = program_.operandsOf(branch);
      if (branch.opcode == Opcode::Switch) {
        if (k > 0) way.guards.push_back({scope, operands[0], operands[k], CompareKind::Equal, last});
        continue;
      }
      addCondition(scope, operands[0], k == 0, last, way);
      // Which waits may be meant is what the point knows: the last one that was passed.
      for (const Phase& phase : concurrency_.phasesAt(point))
        if (CallSite wait = order_.waitOfNode(phase.node);
            wait.instance == s_[scope].instance && isAlone(wait, point, operands[0], k == 0))
          alone.insert(wait);
    }
  }
}

// Whether the thread was told to go on alone by a wait, which is the last that it has passed of that barrier.
bool Chosen::isAlone(CallSite wait, PointId point, ValueId condition, bool truth) const {
  const Instruction& call = program_.instructions[wait.instruction];
  auto models = pointers_.modelsAt(wait);
  const Effect* effect = models.size() == 1 ? models[0]->find(EffectKind::BarrierWait) : nullptr;
  if (!effect || effect->when == When::Always || !call.result || s_.reach.recurs(wait.instance)) return false;
  if (impliedResult(program_, pointers_.functionOf(wait.instance), condition, truth, call.result, effect->when) != true)
    return false;
  LockId barrier;
  for (const Phase& phase : concurrency_.phasesAt(point))
    if (order_.waitOfNode(phase.node) == wait) barrier = phase.barrier;
  return llvm::all_of(concurrency_.phasesAt(point), [&](const Phase& phase) {
    return phase.barrier != barrier || order_.waitOfNode(phase.node) == wait;
  });
}

void Chosen::addCondition(ScopeId scope, ValueId condition, bool truth, InstructionId at, Way& way, unsigned depth) {
  constexpr unsigned maxDepth = 8;
  const Function& function = program_.functions[s_.functionOf(scope)];
  condition = stripCopies(program_, function, condition);
  InstructionId definition =
      condition.isLocal() ? program_.local(function, condition.local()).definition : InstructionId();
  if (!definition || depth > maxDepth) return;
  const Instruction& i = program_.instructions[definition];
  auto operands = program_.operandsOf(i);
  auto follow = [&](ValueId v, bool t) { addCondition(scope, v, t, at, way, depth + 1); };
  auto isTruth = [&](ValueId v) {
    v = stripCopies(program_, function, v);
    InstructionId by = v.isLocal() ? program_.local(function, v.local()).definition : InstructionId();
    return by && program_.instructions[by].opcode == Opcode::Compare;
  };
  if (i.opcode == Opcode::Compare) {
    CompareKind compare = truth ? i.compare : negated(i.compare);
    auto number = program_.integer(operands[1]);
    bool isEquality = compare == CompareKind::Equal || compare == CompareKind::NotEqual;
    // A truth value, compared once more.
    if (number == 0 && isEquality && isTruth(operands[0])) return follow(operands[0], compare == CompareKind::NotEqual);
    if (compare != CompareKind::Other && compare != CompareKind::NotEqual)
      way.guards.push_back({scope, operands[0], operands[1], compare, at});
  } else if (i.opcode == Opcode::Binary && i.binary == BinaryKind::And && truth && isTruth(operands[0]) &&
             isTruth(operands[1])) {
    follow(operands[0], true), follow(operands[1], true);
  } else if (i.opcode == Opcode::Select) {
    // a && b is select a, b, false; a || b is select a, true, b.
    if (truth && program_.integer(operands[2]) == 0) follow(operands[0], true), follow(operands[1], true);
    if (auto yes = program_.integer(operands[1]); !truth && yes && *yes != 0)
      follow(operands[0], false), follow(operands[2], false);
  }
}

std::vector<Polynomial> Chosen::factsOf(Evaluator& e, const Way& way, AtomId round) {
  std::vector<Polynomial> facts;
  for (const Guard& guard : way.guards) {
    auto left = e.value(guard.scope, guard.left, guard.at), right = e.value(guard.scope, guard.right, guard.at);
    if (!left || !right || left->base.kind != Base::None || right->base.kind != Base::None) continue;
    Polynomial more = left->offset - right->offset, less = right->offset - left->offset;
    // What a thread counts itself is another number at another time.
    bool isFixed = true;
    s_.atoms.visit(more, [&](AtomId id) { isFixed &= id == round || !s_.isIteration(id); });
    if (!isFixed) continue;
    switch (guard.compare) {
    case CompareKind::Equal:
      facts.push_back(more), facts.push_back(less);
      break;
    case CompareKind::Less:
      facts.push_back(less - 1);
      break;
    case CompareKind::LessEqual:
      facts.push_back(less);
      break;
    case CompareKind::Greater:
      facts.push_back(more - 1);
      break;
    case CompareKind::GreaterEqual:
      facts.push_back(more);
      break;
    case CompareKind::NotEqual:
    case CompareKind::Other:
      break;
    }
  }
  return facts;
}

bool Chosen::areContrary(const std::vector<Polynomial>& facts) {
  return llvm::any_of(facts, [&](const Polynomial& fact) {
    return s_.atoms.isAtLeastZero(Polynomial() - fact - 1, facts); // it is less than 0
  });
}

bool Chosen::areApart(uint32_t a, uint32_t b) {
  auto [it, isNew] = known_.try_emplace(std::minmax(a, b), false);
  if (!isNew) return it->second;
  const Chain &x = chains_[a - 1], &y = chains_[b - 1];
  bool isTold = llvm::any_of(x.alone, [&](const CallSite& wait) { return y.alone.count(wait) != 0; });
  return it->second = isTold || llvm::all_of(x.ways, [&](const Way& v) {
                        return llvm::all_of(y.ways, [&](const Way& w) { return areApart(x.origin, v, y.origin, w); });
                      });
}

bool Chosen::areApart(OriginId a, const Way& x, OriginId b, const Way& y) {
  if (a != b && s_.origins.isAncestor(b, a)) return areApart(b, y, a, x);
  bool isCreator = a != b && s_.origins.isAncestor(a, b);
  ScopeId entryA = s_.entryOf(x.scope), entryB = s_.entryOf(y.scope);
  if (isCreator && s_.concurrency.runsTwice(a)) return false;
  // One that is never there.
  auto isNever = [&](ScopeId entry, const Way& way) {
    return s_[entry].origin != Origins::main() &&
           areContrary(factsOf(parts_.evaluator(entry, false), way, s_.round(entry).iteration));
  };
  if (isNever(entryA, x) || isNever(entryB, y)) return true;
  if (isCreator) return false;
  Parts::Relation relation = parts_.betweenThreads(entryA, entryB);
  if (relation.isNever) return true;
  if (!relation.first) return false;
  std::vector<ScopeId> entries{entryB};
  if (entryA != entryB) entries.insert(entries.begin(), entryA);
  Evaluator& e = parts_.evaluator(entries, false);
  auto ofA = factsOf(e, x, relation.first), ofB = factsOf(e, y, relation.first);
  // The other's round is the same, later, or earlier.
  AtomId round = relation.first;
  Atom difference{Atom::Symbol, CompareKind::Other, 1, {}, {}, {}, {}, {}};
  Polynomial later = Polynomial::atom(round) + 1 + Polynomial::atom(s_.atoms.intern(difference));
  auto areContraryWhen = [&](const Polynomial& first, const Polynomial& second) {
    std::vector<Polynomial> all;
    for (const Polynomial& fact : ofA) all.push_back(s_.atoms.replace(fact, round, first));
    for (const Polynomial& fact : ofB) all.push_back(s_.atoms.replace(fact, round, second));
    return areContrary(all);
  };
  Polynomial same = Polynomial::atom(round);
  return (!relation.less || areContraryWhen(same, later)) && (!relation.greater || areContraryWhen(later, same)) &&
         (!relation.equal || areContraryWhen(same, same));
}

} // namespace steward
