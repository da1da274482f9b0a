// What states know about conditions (order/conditions.h): learned on branches, from writes and calls; forgotten when
// what they are about changes.
#include "order/order.h"
#include "order/results.h"

namespace steward {

void OrderAnalysis::findConditions() {
  // Conditions multiply states. Where functions are very many, by number or by context, the time for that is not there.
  constexpr size_t manyInstances = 10000;
  bool isTooMuch = pointers_.instances().size() > manyInstances;
  auto uses = [&](InstanceId instance, InstructionId i) {
    if (isTooMuch) return LockChange::None;
    if (spinLocks_.takes(instance, i)) return LockChange::Tries;
    if (spinLocks_.gives(instance, i)) return LockChange::Gives;
    if (auto* change = monitors_.changeAt(instance, i)) return change->takes ? LockChange::Takes : LockChange::Gives;
    if (!isCall(program_.instructions[i].opcode)) return LockChange::None;
    for (const CallModel* model : pointers_.modelsAt({instance, i}))
      for (const Effect& effect : model->effects) {
        // Which threads there are is like which locks are held: what was started under a test is ended under it.
        if (effect.kind == EffectKind::Fork) return LockChange::Takes;
        if (effect.kind == EffectKind::Join) return LockChange::Gives;
        bool takes = effect.kind == EffectKind::Acquire || effect.kind == EffectKind::SemaphoreWait;
        bool gives = effect.kind == EffectKind::Release || effect.kind == EffectKind::SemaphorePost;
        if ((!takes && !gives) || !changesState({instance, i}, *model)) continue;
        return gives ? LockChange::Gives : effect.when == When::Always ? LockChange::Takes : LockChange::Tries;
      }
    return LockChange::None;
  };
  conditions_.find(Balance(pointers_, reach_, uses), uses);
  if (conditions_.empty()) return;
  forking_.resize(static_cast<unsigned>(pointers_.instances().size()));
  for (uint32_t f = 0; f < origins_.forkCount(); ++f) forking_.set(origins_[ForkId(f)].site.instance.index);
  reach_.addCallers(forking_);
  // A function that writes what a condition is about changes what is known.
  llvm::BitVector changing(transparent_.size());
  for (uint32_t n = 0; n < changing.size(); ++n)
    for (BlockId b : program_.blocksOf(pointers_.functionOf(InstanceId(n))))
      for (InstructionId i : program_.instructionsOf(program_.blocks[b]))
        if (conditions_.writtenBy(InstanceId(n), i)) changing.set(n);
  reach_.addCallers(changing);
  transparent_ &= changing.flip();
  quiet_ &= transparent_;
}

StateId OrderAnalysis::entryOf(OriginId origin) {
  State state;
  for (const Literal& fact : conditions_.atEntry(origin)) state.learn(fact);
  return states_.intern(state);
}

StateId OrderAnalysis::forgetConditions(FrameId frame, InstructionId instruction, StateId id) {
  const Instruction& i = program_.instructions[instruction];
  InstanceId instance = frames_[frame].instance;
  const Conditions::Written* written = conditions_.writtenBy(instance, instruction);
  // What comes together in a phi is known on the edges.
  llvm::ArrayRef<ConditionId> own;
  if (states_[id].facts.empty() && states_[id].guarded.empty() && states_[id].idle.empty() && !written) return id;
  if (i.result && i.opcode != Opcode::Phi)
    own = conditions_.dependingOn(pointers_.instances()[instance].function, i.result);
  if (own.empty() && !written) return id;
  State state = states_[id];
  state.forget([&](ConditionId c) {
    return llvm::is_contained(own, c) || (written && llvm::is_contained(written->changed, c));
  });
  if (written)
    for (const Literal& fact : written->known) state.learn(fact);
  return states_.intern(state);
}

// Tries of a lock that were successful when the value passes a test: the result of one is handed on.
void OrderAnalysis::addTries(InstanceId instance, ValueId value, Literal literal, const State& state,
                             std::vector<GuardedLock>& guarded) const {
  const Function& function = pointers_.functionOf(instance);
  const NumberTest& test = conditions_[literal.condition].test;
  if (test.isUnsigned) return;
  CompareKind kind = test.isLess ? CompareKind::Less : CompareKind::Equal;
  if (!literal.truth) kind = negated(kind);
  for (const HeldLock& held : state.locks) {
    if (!held.pending) continue;
    BlockId block = reach_.blockOf(held.pending);
    LocalId result = program_.instructions[held.pending].result;
    bool isOwn =
        block.index >= function.firstBlock.index && block.index < function.firstBlock.index + function.blockCount;
    if (!isOwn || !result) continue;
    for (auto [when, mode] : outcomesOf(instance, held)) {
      auto holds = impliedByComparison(program_, function, value, kind, test.bound, result, when);
      if (holds && *holds) guarded.push_back({literal, held.lock, mode});
    }
  }
}

// The same with other names for some of the literals, wherever there are any.
static std::vector<IdleFork> renamedIdle(const std::vector<IdleFork>& idle,
                                         const std::vector<std::pair<Literal, Literal>>& names) {
  std::vector<IdleFork> result;
  for (const IdleFork& i : idle)
    for (auto [from, to] : names)
      if (i.mentions(from)) {
        if (i.isSingle()) {
          result.push_back({i.fork, to});
          continue;
        }
        Literal other = i.when == from ? i.also : i.when;
        result.push_back({i.fork, to, other});
        for (auto [alsoFrom, alsoTo] : names)
          if (alsoFrom == other) result.push_back({i.fork, to, alsoTo});
      }
  return result;
}

// Whether the edge can be taken at all.
bool OrderAnalysis::learnOnEdge(FrameId frame, BlockId from, BlockId to, unsigned successor, State& state) {
  InstanceId instance = frames_[frame].instance;
  FunctionId function = pointers_.instances()[instance].function;
  // Of other choices only that is kept which says whether a lock is held: it would only keep states apart.
  bool isDeciding = conditions_.isDeciding(instance, from);
  for (const Literal& fact : conditions_.onEdge(instance, from, successor)) {
    if (state.knows(!fact)) return false;
    if (isDeciding || state.isAbout(fact.condition)) state.learn(fact);
  }
  // What a phi of the next block is: all of them get their values at once.
  std::vector<ConditionId> changed;
  std::vector<Literal> known;
  std::vector<GuardedLock> guarded;
  std::vector<std::pair<Literal, Literal>> renamed; // what was known of the value, and is of the phi
  for (InstructionId id : program_.instructionsOf(program_.blocks[to])) {
    const Instruction& phi = program_.instructions[id];
    if (phi.opcode != Opcode::Phi) break;
    for (ConditionId c : conditions_.dependingOn(function, phi.result)) changed.push_back(c);
    ValueId value;
    auto incoming = program_.incomingOf(phi);
    for (size_t k = 0; k < incoming.size(); ++k)
      if (incoming[k] == from) value = program_.operandsOf(phi)[k];
    if (!value) continue;
    for (ConditionId c : conditions_.about({Subject::Value, function, ValueId::local(phi.result), {}}))
      for (bool truth : {true, false}) {
        Conditions::Same same = conditions_.same(instance, value, {c, truth});
        if (same.decided ? *same.decided : same.literal && state.knows(*same.literal)) known.push_back({c, truth});
        addTries(instance, value, {c, truth}, state, guarded);
        if (!same.literal) continue;
        renamed.push_back({*same.literal, {c, truth}});
        for (const GuardedLock& g : state.guarded)
          if (g.guard == *same.literal) guarded.push_back({{c, truth}, g.lock, g.mode});
      }
  }
  if (changed.empty()) return true;
  std::vector<IdleFork> idle = renamedIdle(state.idle, renamed);
  auto isChanged = [&](ConditionId c) { return llvm::is_contained(changed, c); };
  std::erase_if(idle, [&](const IdleFork& i) {
    auto isOld = [&](Literal l) { // of the value that the phi had before
      return isChanged(l.condition) && llvm::none_of(renamed, [&](const auto& r) { return r.second == l; });
    };
    return isOld(i.when) || (!i.isSingle() && isOld(i.also));
  });
  state.forget(isChanged);
  for (const Literal& fact : known) state.learn(fact);
  for (const GuardedLock& g : guarded) state.guard(g);
  for (const IdleFork& i : idle) state.setIdle(i);
  return true;
}

// With which results of a try a lock is held, and how: the state has the first mode, others are of other results.
llvm::SmallVector<std::pair<When, LockMode>, 2> OrderAnalysis::outcomesOf(InstanceId instance,
                                                                          const HeldLock& tried) const {
  llvm::SmallVector<std::pair<When, LockMode>, 2> outcomes;
  for (const CallModel* model : pointers_.modelsAt({instance, tried.pending}))
    for (const Effect& effect : model->effects) {
      if (effect.kind != EffectKind::Acquire && effect.kind != EffectKind::SemaphoreWait) continue;
      if (outcomes.empty())
        outcomes.push_back({effect.when, tried.mode});
      else if (outcomes[0].first != effect.when)
        outcomes.push_back({effect.when, effect.mode});
    }
  bool isSpinLock = isAtomic(program_.instructions[tried.pending].opcode);
  if (outcomes.empty()) outcomes.push_back({isSpinLock ? When::Zero : When::Always, tried.mode});
  return outcomes;
}

// What is known about the value that is returned, and about parameters; the rest means nothing to callers.
StateId OrderAnalysis::atReturn(FrameId frame, InstructionId instruction, StateId id) {
  if (conditions_.empty()) return id;
  InstanceId instance = frames_[frame].instance;
  FunctionId functionId = pointers_.instances()[instance].function;
  const Function& function = program_.functions[functionId];
  State state = states_[id];
  auto operands = program_.operandsOf(program_.instructions[instruction]);
  std::vector<Literal> known;
  std::vector<GuardedLock> guarded;
  if (!operands.empty())
    for (ConditionId c : conditions_.about(Conditions::resultOf(functionId)))
      for (bool truth : {true, false}) {
        Conditions::Same same = conditions_.same(instance, operands[0], {c, truth});
        if (same.decided ? *same.decided : same.literal && state.knows(*same.literal)) known.push_back({c, truth});
        if (same.literal)
          for (const GuardedLock& g : state.guarded)
            if (g.guard == *same.literal) guarded.push_back({{c, truth}, g.lock, g.mode});
        addTries(instance, operands[0], {c, truth}, state, guarded);
      }
  state.forget([&](ConditionId c) {
    const Subject& subject = conditions_[c].subject;
    return subject.kind == Subject::Result ||
           (subject.kind == Subject::Value && (subject.function != functionId || !subject.value.isLocal() ||
                                               subject.value.local().index >= function.parameterCount));
  });
  for (const Literal& fact : known) state.learn(fact);
  for (const GuardedLock& g : guarded) state.guard(g);
  return states_.intern(state);
}

// Whether a function may be told something: it tests one of its parameters.
bool OrderAnalysis::testsParameters(FunctionId function) const {
  for (uint32_t k = 0; k < program_.functions[function].parameterCount; ++k)
    for (ConditionId c : conditions_.about({Subject::Value, function, ValueId::local(LocalId(k)), {}}))
      if (conditions_.isTold(c)) return true;
  return false;
}

// A function is told what it tests: of settled variables, and of what it is handed.
void OrderAnalysis::factsIntoCallee(FrameId frame, InstructionId instruction, InstanceId callee, const State& state,
                                    State& entered) {
  entered.facts.clear();
  entered.guarded.clear();
  entered.idle.clear();
  if (conditions_.empty()) return;
  for (const Literal& fact : state.facts)
    if (conditions_[fact.condition].subject.kind == Subject::Memory && conditions_.mayTest(callee, fact.condition))
      entered.learn(fact);
  CallSite site{frames_[frame].instance, instruction};
  if (!pointers_.isPlainCall(site)) return;
  FunctionId target = pointers_.instances()[callee].function;
  auto arguments = program_.argumentsOf(program_.instructions[instruction]);
  for (uint32_t k = 0; k < arguments.size() && k < program_.functions[target].parameterCount; ++k)
    for (ConditionId c : conditions_.about({Subject::Value, target, ValueId::local(LocalId(k)), {}}))
      for (bool truth : {true, false}) {
        if (!conditions_.isTold(c)) continue;
        Conditions::Same same = conditions_.same(site.instance, arguments[k], {c, truth});
        if (same.decided ? *same.decided : same.literal && state.knows(*same.literal)) entered.learn({c, truth});
      }
}

// And back: what it knows of its parameters is known of what they were given, and of its result.
void OrderAnalysis::factsOutOfCallee(FrameId frame, InstructionId instruction, FrameId callee, const State& before,
                                     const State& after, TranslateLock translate, State& result) {
  CallSite site{frames_[frame].instance, instruction};
  InstanceId target = frames_[callee].instance;
  FunctionId caller = pointers_.instances()[site.instance].function, called = pointers_.instances()[target].function;
  const Instruction& call = program_.instructions[instruction];
  auto arguments = program_.argumentsOf(call);
  bool isDirect = pointers_.isPlainCall(site);
  result.facts.clear();
  result.guarded.clear();
  result.idle.clear();
  // The same condition here; nothing when there is none.
  auto here = [&](Literal literal) -> Conditions::Same {
    const Subject& subject = conditions_[literal.condition].subject;
    if (subject.kind == Subject::Memory) return {literal, {}};
    if (!isDirect || subject.function != called) return {};
    if (subject.kind == Subject::Value) {
      uint32_t k = subject.value.isLocal() ? subject.value.local().index : ~uint32_t{0};
      if (k >= program_.functions[called].parameterCount || k >= arguments.size()) return {};
      return conditions_.same(site.instance, arguments[k], literal);
    }
    return call.result ? conditions_.same(site.instance, ValueId::local(call.result), literal) : Conditions::Same{};
  };
  for (const Literal& fact : after.facts)
    if (auto same = here(fact); same.literal && !result.knows(!*same.literal)) result.learn(*same.literal);
  // What it was not told it did not change, unless it writes there.
  for (const Literal& fact : before.facts) {
    const Subject& subject = conditions_[fact.condition].subject;
    bool isOwnResult = call.result && llvm::is_contained(conditions_.dependingOn(caller, call.result), fact.condition);
    bool isKept = subject.kind == Subject::Memory ? !conditions_.mayWrite(target, fact.condition) : !isOwnResult;
    if (isKept && !result.knows(!fact)) result.learn(fact);
  }
  for (const GuardedLock& g : after.guarded) {
    auto same = here(g.guard);
    if (!same.literal && !(same.decided && *same.decided)) continue;
    for (const HeldLock& lock : translate({g.lock, g.mode, 1, {}})) {
      if (same.literal)
        result.guard({*same.literal, lock.lock, lock.mode});
      else
        result.hold(lock.lock, lock.mode);
    }
  }
  // A callee that starts nothing leaves idle what was.
  if (!forking_[target.index])
    for (const IdleFork& i : before.idle) {
      auto isOther = [&](ConditionId c) { // than it was before
        return conditions_[c].subject.kind == Subject::Memory
                   ? conditions_.mayWrite(target, c)
                   : call.result && llvm::is_contained(conditions_.dependingOn(caller, call.result), c);
      };
      if (!isOther(i.when.condition) && (i.isSingle() || !isOther(i.also.condition))) result.setIdle(i);
    }
  SetId released = released_[target.index];
  for (const GuardedLock& g : before.guarded) {
    const ExactAddress* address = locks_.addressOf(g.lock);
    bool mayBeReleased = address ? releasedSets_.contains(released, pointers_.objects().whole(address->object).index)
                                 : released != emptySet || !locks_.relativeOf(g.lock);
    if (!permits_.empty() && !transparent_[target.index]) mayBeReleased = true; // by raising a semaphore
    const Subject& subject = conditions_[g.guard.condition].subject;
    if (subject.kind == Subject::Memory && conditions_.mayWrite(target, g.guard.condition)) mayBeReleased = true;
    if (!mayBeReleased) result.guard(g);
  }
}

} // namespace steward
