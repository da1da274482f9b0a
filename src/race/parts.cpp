#include "race/parts.h"

namespace steward {

// More bytes, or rounds, than there are: where an end is not known.
static constexpr int64_t endless = int64_t{1} << 40;

std::optional<Parts::Number> Parts::numberOf(const SharedAccess& a) {
  Key key{a.origin, a.instance, a.access.instruction, a.access.pointer, a.access.mode};
  auto [it, isNew] = numbers_.try_emplace(key);
  if (isNew && isTold(a)) {
    it->second = static_cast<Number>(accesses_.size());
    accesses_.push_back(a);
  }
  return it->second;
}

bool Parts::isTold(const SharedAccess& a) {
  const auto chains = s_.chains(a.origin, a.instance);
  if (!chains) return false;
  if (a.origin == Origins::main()) return true;
  return llvm::all_of(*chains, [&](ScopeId scope) {
    ScopeId entry = s_.entryOf(scope);
    return touch(evaluator(entry, false), scope, a, {}).has_value();
  });
}

bool Parts::areApart(Number first, Number second) {
  auto [it, isNew] = known_.try_emplace({std::min(first, second), std::max(first, second)}, false);
  if (!isNew) return it->second;
  const SharedAccess a = accesses_[first], b = accesses_[second];
  const auto chainsA = s_.chains(a.origin, a.instance), chainsB = s_.chains(b.origin, b.instance);
  for (ScopeId x : *chainsA)
    for (ScopeId y : *chainsB)
      if (!areApart(x, a, y, b)) return false;
  return it->second = true;
}

Evaluator& Parts::evaluator(llvm::ArrayRef<ScopeId> entries, bool withCreator) {
  auto& known = evaluators_[{entries.vec(), withCreator}];
  if (!known) known = std::make_unique<Evaluator>(s_, entries, withCreator);
  return *known;
}

bool Parts::areApart(ScopeId scopeA, const SharedAccess& a, ScopeId scopeB, const SharedAccess& b) {
  if (s_.origins.isAncestor(b.origin, a.origin) && a.origin != b.origin) return areApart(scopeB, b, scopeA, a);
  bool isCreator = a.origin != b.origin && s_.origins.isAncestor(a.origin, b.origin);
  ScopeId entryA = s_.entryOf(scopeA), entryB = s_.entryOf(scopeB);
  if (isCreator && isStartersOwn(scopeA, a, scopeB, b)) return true;
  if (isCreator && s_.concurrency.runsTwice(a.origin)) return false;
  if (entryA == entryB && s_.round(entryA).kind == Round::Team) return areApartInTeam(scopeA, a, scopeB, b);
  Relation relation = isCreator ? withCreator(scopeA, a, entryB) : betweenThreads(entryA, entryB);
  return relation.isNever || areApart(scopeA, a, scopeB, b, relation);
}

// Two threads of a team: by any of what tells them apart.
bool Parts::areApartInTeam(ScopeId scopeA, const SharedAccess& a, ScopeId scopeB, const SharedAccess& b) {
  ScopeId entry = s_.entryOf(scopeA);
  TeamRounds::Place x{scopeA, a.access.instruction}, y{scopeB, b.access.instruction};
  if (!areApartInTeam(entry, x, y, scopeA, a, scopeB, b)) return false;
  ScopeId outer = s_.outerTeam(entry);
  if (!outer) return true;
  // Or of two teams, which two threads of the outer one have started.
  TeamRounds::Place start{s_[entry].caller, s_[entry].call};
  return areApartInTeam(outer, start, start, scopeA, a, scopeB, b);
}

bool Parts::areApartInTeam(ScopeId entry, const TeamRounds::Place& x, const TeamRounds::Place& y, ScopeId scopeA,
                           const SharedAccess& a, ScopeId scopeB, const SharedAccess& b) {
  Relation relation;
  if (entry != s_.entryOf(scopeA)) relation.entry = entry;
  relation.common = team_.common(entry, x, y);
  relation.less = relation.greater = true;
  for (const TeamRelation& differ : team_.relations(entry, x, y, evaluator(entry, false))) {
    relation.first = differ.first;
    relation.second = differ.second;
    if (team_.areExcluded(entry, x, y, differ, evaluator(entry, false))) return true;
    if (areApart(scopeA, a, scopeB, b, relation)) return true;
  }
  return false;
}

bool Parts::areApart(ScopeId scopeA, const SharedAccess& a, ScopeId scopeB, const SharedAccess& b, Relation relation) {
  bool isCreator = a.origin != b.origin && s_.origins.isAncestor(a.origin, b.origin);
  ScopeId entryA = s_.entryOf(scopeA), entryB = s_.entryOf(scopeB);
  std::vector<ScopeId> entries{entryB};
  if (!isCreator && entryA != entryB) entries.insert(entries.begin(), entryA);
  if (relation.entry) entries = {relation.entry};
  Evaluator& e = evaluator(entries, isCreator);
  auto kept = [&](AtomId own) {
    std::vector<AtomId> all = relation.common;
    all.push_back(own);
    return all;
  };
  auto x = touch(e, scopeA, a, kept(relation.first));
  if (!x) return false;
  auto y = touch(e, scopeB, b, kept(isCreator ? AtomId() : relation.second));
  if (!y) return false;

  if (relation.entry) {
    // What the two threads have made that started the teams is two things; what else they know of may be anything.
    OriginId outer = s_[relation.entry].origin;
    auto isMadeThere = [&](const Touch& t) {
      return t.base.kind == Base::Allocated && s_[t.base.scope].origin == outer;
    };
    if (isMadeThere(*x) && isMadeThere(*y)) return true;
    for (const Touch* t : {&*x, &*y})
      for (const Polynomial* p : {&t->bytes.low, &t->bytes.high}) {
        bool isKnown = true;
        s_.atoms.visit(*p, [&](AtomId id) {
          isKnown &= id == relation.first || id == relation.second || llvm::is_contained(relation.common, id) ||
                     !s_.isIteration(id) || s_[s_.loopOf(id).scope].origin != outer;
        });
        if (!isKnown) return false;
      }
  }
  // Objects that each thread makes for itself, or that are made for each.
  if (x->base.kind == Base::Allocated && y->base.kind == Base::Allocated) {
    bool isOwnA = s_[x->base.scope].origin == a.origin, isOwnB = s_[y->base.scope].origin == b.origin;
    if (!isCreator && isOwnA && isOwnB) return true;
    if (x->base == y->base) {
      if (!isCreator && entryA == entryB && s_.isMadeForFork(entryA, x->base)) return true;
      if (isCreator && s_.isMadeForFork(entryB, x->base) &&
          isNotHandedOver(entryB, x->base, scopeA, a.access.instruction))
        return true;
    }
  }
  if (areOfOthers(*x, *y)) return true;
  if (!x->base.isSameSite(y->base)) return false;

  // From here on the second thread's round has another name than the first's.
  AtomId round = relation.second;
  if (isCreator && mentionsOthers(*y, s_.round(entryB).iteration)) return false;
  if (round) {
    AtomId copy = s_.copyOf(round);
    auto rename = [&](Polynomial& p) { p = s_.atoms.replace(p, round, Polynomial::atom(copy)); };
    for (Extent* extent : {&y->bytes, &y->rounds}) rename(extent->low), rename(extent->high);
    for (Strided& strided : y->strided) rename(strided.bytes.low), rename(strided.bytes.high), rename(strided.stride);
    relation.second = copy;
  }
  if (x->base.isInLoop && areSeparate(e, x->rounds, y->rounds, relation)) return true;
  return areSeparate(e, x->bytes, y->bytes, relation) || interleave(e, *x, *y, relation);
}

// What a thread has made for itself, it and the teams that it starts use in turn.
bool Parts::isStartersOwn(ScopeId scopeA, const SharedAccess& a, ScopeId scopeB, const SharedAccess& b) {
  if (!s_.isOfTeams(b.origin, a.origin)) return false;
  auto isMade = [&](const std::optional<Touch>& t) {
    return t && t->base.kind == Base::Allocated && s_[t->base.scope].origin == a.origin;
  };
  return isMade(touch(evaluator(s_.entryOf(scopeA), false), scopeA, a, {})) &&
         isMade(touch(evaluator(s_.entryOf(scopeB), false), scopeB, b, {}));
}

// Whether both are told from a pointer each, and these never lead to the same object.
bool Parts::areOfOthers(const Touch& a, const Touch& b) {
  if (a.base.kind != Base::None || b.base.kind != Base::None) return false;
  for (const auto& [p, x] : a.bytes.low.terms)
    for (const auto& [q, y] : b.bytes.low.terms)
      if (p.size() == 1 && q.size() == 1 && x == 1 && y == 1 && p != q && distinct_.areDistinct(p[0], q[0]))
        return true;
  return false;
}

bool Parts::mentionsOthers(const Touch& touch, AtomId allowed) {
  bool found = false;
  for (const Polynomial* p : {&touch.bytes.low, &touch.bytes.high, &touch.rounds.low, &touch.rounds.high})
    s_.atoms.visit(*p, [&](AtomId id) { found |= id != allowed && s_.isIteration(id); });
  return found;
}

Parts::Relation Parts::betweenThreads(ScopeId entryA, ScopeId entryB) {
  Relation relation;
  const Round a = s_.round(entryA), b = s_.round(entryB);
  if (entryA == entryB && a.kind == Round::Once) relation.isNever = true;
  if (a.kind != Round::Loop || b.kind != Round::Loop || a.iteration != b.iteration) return relation;
  relation.first = relation.second = a.iteration;
  relation.less = relation.greater = true;
  if (entryA == entryB) return relation;
  // Two forks in one loop: in one round both happen, unless they are on different ways.
  InstructionId atA = s_.positionIn(a.scope, entryA, {}), atB = s_.positionIn(b.scope, entryB, {});
  relation.equal = atA == atB || s_.reaches(atA, atB, a.header) || s_.reaches(atB, atA, a.header);
  return relation;
}

// Where the creator is, in the loop that creates or in one that waits, tells which threads there are.
Parts::Relation Parts::withCreator(ScopeId creator, const SharedAccess& access, ScopeId entry) {
  Relation relation;
  const Round round = s_.round(entry);
  if (round.kind != Round::Loop) return relation;
  InstructionId at = s_.positionIn(round.scope, creator, access.access.instruction);
  if (!at) return relation;
  const NaturalLoop& loop = *s_.loop(s_.functionOf(round.scope), round.header);
  BlockId block = s_.reach.blockOf(at);
  if (loop.contains(block) && block != loop.header) {
    relation.first = relation.second = round.iteration;
    relation.greater = true;
    InstructionId fork = s_.positionIn(round.scope, entry, {});
    relation.equal = at == fork || s_.reaches(fork, at, round.header);
    return relation;
  }
  if (auto joined = joinedBefore(round.scope, at, access, entry)) {
    relation.first = *joined;
    relation.second = round.iteration;
    relation.less = true;
  }
  return relation;
}

// The iteration of a loop of joins that the instruction is in, behind the join of the thread whose handle is at that
// position: those that live have a higher one.
std::optional<AtomId> Parts::joinedBefore(ScopeId scope, InstructionId at, const SharedAccess& access, ScopeId entry) {
  const Program& program = s_.program;
  FunctionId function = s_.functionOf(scope);
  const NaturalLoop* loop = s_.innermost(function, s_.reach.blockOf(at));
  if (!loop) return std::nullopt;
  ForkId id = s_.origins[s_[entry].origin].fork;
  const Fork& fork = s_.origins[id];
  // The handles must be where the fork put them, and the fork in the loop itself, not in a function that it calls.
  if (fork.site.instance != s_[s_.round(entry).scope].instance) return std::nullopt;
  for (const Execution& e : s_.order.executions(access.origin, access.instance, access.access.instruction)) {
    const RunningFork* running = s_.order.states()[e.state].findRunning(id);
    if (running && running->isLost) return std::nullopt;
  }
  std::optional<CountedElement> forked;
  for (const CallModel* model : s_.pointers.modelsAt(fork.site))
    if (const Effect* effect = model->find(EffectKind::Fork); effect && effect->handle.kind == CallPart::Argument)
      if (ValueId handle = partOf(program, program.instructions[fork.site.instruction], effect->handle))
        forked = s_.order.loops().forkedElement(fork, handle);
  if (!forked || !s_.reach.isSingle(s_.pointers.objects()[forked->array.array].object)) return std::nullopt;
  InstanceId instance = s_[scope].instance;
  for (BlockId b : loop->blocks) {
    if (s_.innermost(function, b) != loop) continue;
    for (InstructionId i : program.instructionsOf(program.blocks[b])) {
      if (!isCall(program.instructions[i].opcode) || !s_.comesBefore(function, i, at)) continue;
      for (const CallModel* model : s_.pointers.modelsAt({instance, i})) {
        const Effect* join = model->find(EffectKind::Join);
        ValueId handle = join ? argumentOf(program, program.instructions[i], join->handle) : ValueId();
        if (!handle || join->when != When::Always) continue;
        if (!join->handle.indirect) {
          handle = stripCopies(program, program.functions[function], handle);
          InstructionId load = handle.isLocal() ? program.local(program.functions[function], handle.local()).definition
                                                : InstructionId();
          if (!load || program.instructions[load].opcode != Opcode::Load) continue;
          handle = program.operandsOf(program.instructions[load])[0];
        }
        for (const CountedElement& joined : s_.order.loops().elements(instance, handle, b, true))
          if (joined.array == forked->array && joined.stride == forked->stride && joined.first == forked->first &&
              joined.step == forked->step && joined.header == loop->header)
            return s_.iteration(scope, *loop);
      }
    }
  }
  return std::nullopt;
}

// Whether the creator has not yet handed over the object that it has made last.
bool Parts::isNotHandedOver(ScopeId entry, const Base& base, ScopeId scope, InstructionId at) {
  InstructionId made;
  ScopeId in;
  if (!s_.isMadeForFork(entry, base, &made, &in)) return false;
  at = s_.positionIn(in, scope, at);
  InstructionId fork = s_.positionIn(in, entry, {});
  return at && fork && at != fork && !s_.reaches(fork, at, s_.reach.blockOf(made));
}

std::optional<Polynomial> Parts::length(Evaluator& e, ScopeId scope, const MemoryAccess& access) {
  if (access.bytes != Location::any) return Polynomial(static_cast<int64_t>(access.bytes));
  const Program& program = s_.program;
  const Instruction& i = program.instructions[access.instruction];
  auto numberOf = [&](ValueId v) -> std::optional<Polynomial> {
    auto value = e.value(scope, v, access.instruction);
    if (!value || value->base.kind != Base::None) return std::nullopt;
    return value->offset;
  };
  if (i.opcode == Opcode::MemoryCopy || i.opcode == Opcode::MemorySet) return numberOf(program.operandsOf(i)[2]);
  if (!isCall(i.opcode) || access.mode == AccessMode::Free) return std::nullopt;
  std::optional<Polynomial> result;
  for (const CallModel* model : s_.pointers.modelsAt({s_[scope].instance, access.instruction}))
    for (const Effect& effect : model->effects) {
      bool isMeant = false;
      for (CallPart part : {effect.object, effect.from, effect.to})
        isMeant |= part && partOf(program, i, part) == access.pointer;
      if (!isMeant || !effect.size || result) {
        if (isMeant) return std::nullopt;
        continue;
      }
      Polynomial product(1);
      for (CallPart factor : {effect.size, effect.count}) {
        if (!factor) continue;
        auto number = numberOf(partOf(program, i, factor));
        if (!number) return std::nullopt;
        product = product * *number;
      }
      result = product;
    }
  return result;
}

std::optional<Parts::Touch> Parts::touch(Evaluator& e, ScopeId scope, const SharedAccess& shared,
                                         llvm::ArrayRef<AtomId> kept) {
  auto address = e.value(scope, shared.access.pointer, shared.access.instruction);
  std::optional<Polynomial> whole; // of the array, when it is not known which element
  if (!address && !shared.access.isFree() && shared.access.bytes != Location::any)
    if (auto around = e.enclosingArray(scope, shared.access.pointer, shared.access.bytes, shared.access.instruction)) {
      address = around->array;
      whole = Polynomial(static_cast<int64_t>(around->bytes));
    }
  if (!address) return std::nullopt;
  Touch result;
  result.base = address->base;
  // What is freed is freed as a whole.
  if (shared.access.isFree()) {
    if (address->base.kind != Base::Allocated) return std::nullopt;
    address->offset = 0;
  }
  auto bytes = whole                    ? whole
               : shared.access.isFree() ? std::optional<Polynomial>(Polynomial(endless))
                                        : length(e, scope, shared.access);
  if (!bytes) return std::nullopt;
  OriginId origin = shared.origin;
  if (address->base.isInLoop) {
    auto low = extreme(e, address->base.round, false, origin, kept);
    auto high = extreme(e, address->base.round, true, origin, kept);
    // Objects of rounds that nobody knows are told apart only as objects of their own.
    result.rounds = low && high ? Extent{*low, *high + 1} : Extent{0, endless};
  }
  auto low = extreme(e, address->offset, false, origin, kept);
  if (!low) return std::nullopt;
  auto high = extreme(e, address->offset + *bytes, true, origin, kept);
  result.bytes = {*low, high ? *high : *low + Polynomial(endless)};
  // Each of the loops as the one that steps over what others have.
  std::vector<AtomId> own;
  s_.atoms.visit(address->offset, [&](AtomId id) {
    if (!llvm::is_contained(kept, id) && s_.isIteration(id) && s_[s_.loopOf(id).scope].origin == origin &&
        !llvm::is_contained(own, id))
      own.push_back(id);
  });
  for (AtomId id : own) {
    Polynomial without = s_.atoms.replace(address->offset, id, 0);
    Polynomial stride = s_.atoms.replace(address->offset, id, 1) - without;
    if (!(address->offset == without + stride * Polynomial::atom(id))) continue;
    auto from = extreme(e, without, false, origin, kept), to = extreme(e, without + *bytes, true, origin, kept);
    auto fixed = extreme(e, stride, false, origin, kept);
    if (from && to && fixed && *fixed == stride) result.strided.push_back({{*from, *to}, stride});
  }
  return result;
}

std::optional<Polynomial> Parts::extreme(Evaluator& e, Polynomial p, bool isGreatest, OriginId origin,
                                         llvm::ArrayRef<AtomId> kept) {
  for (unsigned rounds = 0; rounds < 12; ++rounds) {
    // Inner loops first: how far they go may depend on the outer ones.
    AtomId next;
    std::tuple<uint32_t, size_t> best;
    s_.atoms.visit(p, [&](AtomId id) {
      if (llvm::is_contained(kept, id) || !s_.isIteration(id)) return;
      const LoopRange& loop = s_.loopOf(id);
      if (s_[loop.scope].origin != origin) return;
      std::tuple<uint32_t, size_t> rank{1000 - s_[loop.scope].depth, loop.size};
      if (!next || rank < best) next = id, best = rank;
    });
    if (!next) return p;
    const LoopRange range = e.range(next);
    bool isRising = s_.atoms.isRising(p, next, {});
    bool isFalling = !isRising && s_.atoms.isRising(Polynomial() - p, next, {});
    if (!isRising && !isFalling) return std::nullopt;
    if (isRising != isGreatest) {
      p = s_.atoms.replace(p, next, 0);
      continue;
    }
    if (!range.room) return std::nullopt;
    if (range.isUnit()) {
      p = s_.atoms.replace(p, next, *range.room);
      continue;
    }
    // A multiple of the step: as far as there is room.
    Polynomial start = s_.atoms.replace(p, next, 0);
    Polynomial factor = s_.atoms.replace(p, next, 1) - start;
    if (!(p == start + factor * Polynomial::atom(next)) || range.step->terms.empty()) return std::nullopt;
    auto [product, unit] = *range.step->terms.begin();
    auto it = factor.terms.find(product);
    if (it == factor.terms.end() || it->second % unit != 0) return std::nullopt;
    Polynomial times(it->second / unit);
    if (!(factor == *range.step * times)) return std::nullopt;
    p = start + times * *range.room;
  }
  return std::nullopt;
}

std::vector<Polynomial> Parts::facts(Evaluator& e, const Relation& relation) {
  std::vector<Polynomial> result;
  for (AtomId id : {relation.first, relation.second})
    if (id)
      if (auto limit = e.range(id).limit()) result.push_back(*limit - 1 - Polynomial::atom(id));
  return result;
}

bool Parts::areSeparate(Evaluator& e, const Extent& a, const Extent& b, const Relation& relation) {
  if (!relation.first) {
    // Nothing is known of the rounds but how far they go.
    auto over = [&](Extent extent) -> std::optional<Extent> {
      for (unsigned rounds = 0; rounds < 4; ++rounds) {
        AtomId id;
        for (const Polynomial* p : {&extent.low, &extent.high})
          s_.atoms.visit(*p, [&](AtomId x) {
            if (s_.isIteration(x)) id = x;
          });
        if (!id) return extent;
        auto room = e.range(id).isUnit() ? e.range(id).room : std::nullopt;
        auto best = [&](Polynomial p, bool isGreatest) -> std::optional<Polynomial> {
          if (!s_.atoms.mentions(p, id)) return p;
          bool isRising = s_.atoms.isRising(p, id, {});
          if (!isRising && !s_.atoms.isRising(Polynomial() - p, id, {})) return std::nullopt;
          if (isRising != isGreatest) return s_.atoms.replace(p, id, 0);
          if (!room) return std::nullopt;
          return s_.atoms.replace(p, id, *room);
        };
        auto low = best(extent.low, false), high = best(extent.high, true);
        if (!low || !high) return std::nullopt;
        extent = {*low, *high};
      }
      return std::nullopt;
    };
    auto x = over(a), y = over(b);
    // One side may be open at its far end.
    return x && y && (s_.atoms.isAtLeastZero(y->low - x->high, {}) || s_.atoms.isAtLeastZero(x->low - y->high, {}));
  }
  return (!relation.less || areSeparate(e, a, b, relation, Case::Less)) &&
         (!relation.equal || areSeparate(e, a, b, relation, Case::Equal)) &&
         (!relation.greater || areSeparate(e, a, b, relation, Case::Greater));
}

bool Parts::areSeparate(Evaluator& e, const Extent& a, const Extent& b, const Relation& relation, Case which) {
  if (which == Case::Greater) {
    Relation turned = relation;
    std::swap(turned.first, turned.second);
    return areSeparate(e, b, a, turned, Case::Less);
  }
  AtomId i = relation.first, j = relation.second;
  Polynomial first = Polynomial::atom(i), second = Polynomial::atom(j);
  std::vector<Polynomial> known = facts(e, relation);
  auto with = [&](AtomId id, const Polynomial& by) {
    std::vector<Polynomial> changed;
    for (const Polynomial& fact : known) changed.push_back(s_.atoms.replace(fact, id, by));
    return changed;
  };
  if (which == Case::Equal) {
    auto same = [&](const Polynomial& p) { return s_.atoms.replace(p, j, first); };
    auto changed = with(j, first);
    return s_.atoms.isAtLeastZero(same(b.low) - same(a.high), changed) ||
           s_.atoms.isAtLeastZero(same(a.low) - same(b.high), changed);
  }
  // i < j. The nearest case is i + 1 == j, when farther ones are farther apart.
  auto isBelow = [&](const Polynomial& high, const Polynomial& low) {
    Polynomial distance = low - high;
    if (s_.atoms.isRising(distance, j, known))
      return s_.atoms.isAtLeastZero(s_.atoms.replace(distance, j, first + 1), with(j, first + 1));
    if (s_.atoms.isRising(Polynomial() - distance, i, known))
      return s_.atoms.isAtLeastZero(s_.atoms.replace(distance, i, second - 1), with(i, second - 1));
    return false;
  };
  return isBelow(a.high, b.low) || isBelow(b.high, a.low);
}

// Elements that are taken in turn: low(i) + stride · k for thread i, where no thread's part is wider than the distance
// to the next one's, and that of all of them no wider than a stride.
bool Parts::interleave(Evaluator& e, const Touch& a, const Touch& b, const Relation& relation) {
  if (!relation.first || relation.equal) return false;
  auto limitA = e.range(relation.first).limit(), limitB = e.range(relation.second).limit();
  if (!limitA || !limitB || !(*limitA == *limitB)) return false;
  auto known = facts(e, relation);
  for (const Strided& x : a.strided)
    for (const Strided& y : b.strided) {
      if (!(x.stride == y.stride)) continue;
      Polynomial low = s_.atoms.replace(y.bytes.low, relation.second, Polynomial::atom(relation.first));
      Polynomial high = s_.atoms.replace(y.bytes.high, relation.second, Polynomial::atom(relation.first));
      Polynomial start = x.bytes.low;
      Polynomial next = s_.atoms.replace(start, relation.first, Polynomial::atom(relation.first) + 1) - start;
      if (!(low == start) || s_.atoms.mentions(next, relation.first)) continue;
      if (s_.atoms.isAtLeastZero(next - (x.bytes.high - start), known) &&
          s_.atoms.isAtLeastZero(next - (high - start), known) && s_.atoms.isAtLeastZero(x.stride - next * *limitA, {}))
        return true;
    }
  return false;
}

} // namespace steward
