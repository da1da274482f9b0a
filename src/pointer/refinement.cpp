#include "pointer/refinement.h"

#include "pointer/call_parts.h"

#include <chrono>

namespace steward {

static constexpr int64_t pointerBytes = 8;

// What can be told apart by where it was allocated, or is a variable; the rest is kept by libraries or made up here.
static bool isMemory(ObjectKind kind) {
  return kind == ObjectKind::Global || kind == ObjectKind::Stack || kind == ObjectKind::Heap;
}

RootsId Refinement::roots(InstanceId instance, ValueId address, ObjectId object) {
  auto [it, isNew] = answers_.try_emplace({instance, address, object}, anything());
  if (!isNew) return it->second;
  ++statistics_.asked;
  if (!isWorthwhile(object)) {
    ++statistics_.givenUp;
    return anything();
  }
  auto started = std::chrono::steady_clock::now();
  if (!flows_) flows_.emplace(pointers_);
  size_t before = statistics_.steps;
  prepare(object);
  auto found = solve({instance, address, object, Chains::any(), false, true});
  statistics_.seconds += std::chrono::duration<double>(std::chrono::steady_clock::now() - started).count();
  size_t steps = statistics_.steps - before;
  if (!found) {
    ++statistics_.givenUp;
    fruitless_[object] += steps;
    return anything();
  }
  ++statistics_.answered;
  it->second = intern(std::move(*found));
  size_t& soFar = fruitless_[object];
  soFar = it->second == anything() ? soFar + steps : 0;
  return it->second;
}

bool Refinement::isWorthwhile(ObjectId object) const {
  if (!isMemory(pointers_.objects()[object].kind) || statistics_.steps >= maxTotalSteps) return false;
  return fruitless_.lookup(object) < maxFruitless_;
}

RootsId Refinement::intern(std::vector<Root> roots) {
  if (llvm::is_contained(roots, Root{Chains::any(), false})) return anything();
  llvm::sort(roots);
  roots.erase(std::unique(roots.begin(), roots.end()), roots.end());
  auto [it, isNew] = rootIds_.try_emplace(roots, RootsId(static_cast<uint32_t>(roots_.size())));
  if (isNew) roots_.push_back(std::move(roots));
  return it->second;
}

bool Refinement::mayMeet(RootsId a, RootsId b) {
  if (b < a) std::swap(a, b);
  auto [it, isNew] = meetings_.try_emplace({a, b}, false);
  if (isNew)
    it->second = llvm::any_of(roots_[a.index], [&](const Root& x) {
      return llvm::any_of(roots_[b.index], [&](const Root& y) {
        return !(x.isOwn && y.isOwn) && chains_.areCompatible(x.chain, y.chain);
      });
    });
  return it->second;
}

// What is left to do from earlier questions about the object is needed for the next one too, as a rule. That about
// others is not.
void Refinement::prepare(ObjectId object) {
  bool isDone = steps_.empty() && notices_.empty();
  size_t assumed = fruitless_.lookup(object) < maxFruitless_ / 2 ? Chains::defaultLength : 1;
  if (assumed != maxAssumed_ || (object != lastObject_ && !isDone)) {
    for (const Search& s : searches_)
      if (s.isOver) over_.insert(s.question);
    if (assumed > maxAssumed_) over_.clear();
    searchIds_.clear();
    searches_.clear();
    steps_.clear();
    notices_.clear();
  }
  lastObject_ = object;
  maxAssumed_ = assumed;
}

std::optional<std::vector<Refinement::Root>> Refinement::solve(const Question& question) {
  stepsLeft_ = std::min(maxFruitless_ / 4, maxTotalSteps - statistics_.steps);
  uint32_t wanted = search(question);
  while (!steps_.empty() || !notices_.empty()) {
    if (searches_[wanted].isOver) return std::vector<Root>{{Chains::any(), false}};
    if (stepsLeft_ == 0) return std::nullopt;
    --stepsLeft_;
    ++statistics_.steps;
    if (!notices_.empty()) {
      Notice next = notices_.front();
      notices_.pop_front();
      next.waiting.writer ? writtenBy(next) : loadedFrom(next);
    } else {
      Step next = steps_.front();
      steps_.pop_front();
      if (!searches_[next.search].isOver) step(next.search, next.state);
    }
  }
  std::vector<Root> roots;
  for (const Answer& a : searches_[wanted].answers) roots.push_back({a.chain, a.isOwn});
  return roots;
}

uint32_t Refinement::search(const Question& q) {
  auto [it, isNew] = searchIds_.try_emplace(q, static_cast<uint32_t>(searches_.size()));
  if (!isNew) return it->second;
  uint32_t id = it->second;
  searches_.push_back({q, {}, {}, {}, {}, {}, false});
  // What is accessed in the end is one object; where in it is known already.
  State start{q.instance, q.value, false, q.chain, q.chain, q.isAnchored, q.isOwn, q.isOwn ? anywhere : 0};
  if (isMemory(pointers_.objects()[q.object].kind) && !over_.count(q))
    go(id, start);
  else
    giveUp(id, start);
  return id;
}

void Refinement::ask(const Question& question, const Waiting& waiting) {
  if (!searches_[waiting.search].hasAsked.insert(waiting).second) return;
  uint32_t id = search(question);
  searches_[id].waiting.push_back(waiting);
  for (const Answer& a : searches_[id].answers) notices_.push_back({waiting, a});
}

bool Refinement::go(uint32_t id, const State& state) {
  Search& s = searches_[id];
  if (s.isOver) return true;
  if (!state.isMemory && !has(id, state.instance, state.value)) return false;
  if (s.seen.insert(state).second) steps_.push_back({id, state});
  return true;
}

void Refinement::answer(uint32_t id, const Answer& given) {
  Search& s = searches_[id];
  if (s.isOver) return;
  Answer a = given;
  if (s.known.size() >= maxAnswers) a = {Chains::any(), s.question.chain, false, false, anywhere};
  // There is nothing more to find out.
  s.isOver = a == Answer{Chains::any(), s.question.chain, false, false, anywhere};
  if (!s.known.insert(a).second) return;
  s.answers.push_back(a);
  for (const Waiting& w : s.waiting) notices_.push_back({w, a});
}

void Refinement::step(uint32_t id, const State& state) {
  if (state.isMemory) return load(id, state, state.value, true);
  if (state.value.isConstant()) return variable(id, state);
  const Function& f = pointers_.functionOf(state.instance);
  LocalId local = state.value.local();
  if (local.index < f.parameterCount) return parameter(id, state, local.index);
  InstructionId at = program_.local(f, local).definition;
  if (!at) return giveUp(id, state);
  const Instruction& i = program_.instructions[at];
  switch (i.opcode) {
  case Opcode::Allocate:
    return allocation(id, state, at);
  case Opcode::Load:
  case Opcode::AtomicLoad:
  case Opcode::AtomicUpdate:
  case Opcode::CompareExchange:
    return load(id, state, program_.operandsOf(i)[0], i.immediate > pointerBytes);
  case Opcode::Call:
  case Opcode::CallIndirect:
  case Opcode::CallVirtual:
    return result(id, state, at);
  default: {
    // What is computed from a pointer stays in its object.
    bool isKnown = false;
    for (ValueId operand : program_.operandsOf(i)) {
      if (!has(id, state.instance, operand)) continue;
      isKnown = true;
      State next = state;
      next.value = operand;
      next.distance = moved(state.distance, i);
      go(id, next);
    }
    if (!isKnown) giveUp(id, state);
  }
  }
}

// The distance from an operand, when it was that from the result. Which element of an array it is does not count.
int64_t Refinement::moved(int64_t distance, const Instruction& i) const {
  if (distance == anywhere) return anywhere;
  switch (i.opcode) {
  case Opcode::Copy:
  case Opcode::Phi:
  case Opcode::Select:
  case Opcode::Extract:
  case Opcode::Insert:
    return distance;
  case Opcode::Field:
    return std::abs(distance + i.immediate) < maxDistance ? distance + i.immediate : anywhere;
  default:
    return anywhere;
  }
}

// Of what exists once there is nothing to tell apart; a thread-local variable is the thread's own.
void Refinement::variable(uint32_t id, const State& state) {
  const Constant& c = program_.constants[state.value.constant()];
  bool isLocal = c.kind == ConstantKind::Global && program_.globals[GlobalId(c.symbol)].isThreadLocal;
  bool isPlace = state.distance != anywhere && c.kind == ConstantKind::Global;
  answer(id,
         {Chains::any(), state.start, false, state.isOwn && isLocal, isPlace ? state.distance + c.value : anywhere});
}

void Refinement::allocation(uint32_t id, const State& state, InstructionId at) {
  const Object& object = pointers_.objects()[searches_[id].question.object];
  bool isIt = object.kind != ObjectKind::Global && object.site == at.index &&
              object.context == pointers_.instances()[state.instance].context;
  if (isIt) answer(id, {state.chain, state.start, state.isAnchored, state.isOwn, state.distance});
}

// Of the call that the function was entered by, or of all calls when that is not known.
void Refinement::parameter(uint32_t id, const State& state, uint32_t index) {
  auto callers = flows_->callersOf(state.instance);
  auto calls = chains_[state.chain];
  if (calls.empty()) {
    bool isKnown = false;
    size_t assumed = chains_[state.start].size() - chains_[searches_[id].question.chain].size();
    for (const Caller& caller : callers) {
      State next = state;
      next.isAnchored =
          state.isAnchored && caller.site.instance && assumed < maxAssumed_ && !chains_.isFull(state.start);
      if (next.isAnchored) next.start = chains_.joined(state.start, caller.site);
      isKnown |= argument(id, next, caller, index);
    }
    if (!isKnown) giveUp(id, state);
    return;
  }
  CallSite entered = calls.front();
  State next = state;
  next.chain = chains_.left(state.chain);
  bool isThere = llvm::any_of(callers, [&](const Caller& c) { return c.site == entered; });
  for (const Caller& caller : callers)
    if (!caller.site.instance || (isThere ? caller.site == entered : caller.site.instruction == entered.instruction))
      argument(id, next, caller, index);
}

// `next` is where the search is when it has left the function to its caller, but for the instance and the value. False
// when the object does not come from there.
bool Refinement::argument(uint32_t id, State next, const Caller& caller, uint32_t index) {
  if (caller.kind == Caller::Other) {
    giveUp(id, next);
    return true;
  }
  CallSite at = caller.kind == Caller::Handed ? caller.registered : caller.site;
  const Instruction& call = program_.instructions[at.instruction];
  next.instance = at.instance;
  if (caller.kind == Caller::Plain) {
    auto arguments = program_.argumentsOf(call);
    if (index >= arguments.size()) return false;
    next.value = arguments[index];
    return go(id, next);
  }
  next.isOwn = false;
  // The handler is called by its loop, but what it is given comes from elsewhere.
  if (caller.kind == Caller::Handed) next.chain = Chains::any(), next.isAnchored = false;
  CallPart part = handedAs(*caller.effect, index);
  // What a declared origin is given stands for anything; a team gets what its creator hands over.
  bool isAnything = caller.effect->origin != OriginKind::Team && llvm::any_of(caller.effect->arguments, [](CallPart p) {
                      return p.kind == CallPart::ArgumentsFrom || p.kind == CallPart::Memory;
                    });
  if (isAnything || caller.effect->slot || part.kind == CallPart::Memory || part.kind == CallPart::Result ||
      part.indirect) {
    giveUp(id, next);
    return true;
  }
  if (part.kind != CallPart::Argument) return false;
  next.value = argumentOf(program_, call, part);
  if (!next.value) return false;
  if (part.offset) next.distance = anywhere;
  return go(id, next);
}

void Refinement::result(uint32_t id, const State& state, InstructionId at) {
  CallSite site{state.instance, at};
  bool isKnown = false;
  for (InstanceId callee : pointers_.callees(site))
    for (ValueId value : flows_->resultsOf(pointers_.instances()[callee].function)) {
      if (!has(id, callee, value)) continue;
      isKnown = true;
      State next = state;
      next.instance = callee;
      next.value = value;
      next.chain = chains_.entered(state.chain, site);
      next.isAnchored = state.isAnchored && !chains_.isFull(state.chain);
      go(id, next);
    }
  for (const CallModel* model : pointers_.modelsAt(site))
    for (const Effect& effect : model->effects) isKnown |= resultOf(id, state, at, effect);
  if (!isKnown) giveUp(id, state);
}

// What the effect says of the call's result; false when that is nothing.
bool Refinement::resultOf(uint32_t id, const State& state, InstructionId at, const Effect& effect) {
  const Instruction& call = program_.instructions[at];
  State next = state;
  switch (effect.kind) {
  case EffectKind::Allocate:
    if (effect.to.kind == CallPart::Argument) return false;
    allocation(id, state, at);
    return true;
  case EffectKind::Reallocate: // it may not have moved
    allocation(id, state, at);
    [[fallthrough]];
  case EffectKind::Return:
    next.value = argumentOf(program_, call, effect.object);
    if (!next.value) return false;
    if (effect.inside || effect.object.offset) next.distance = anywhere;
    if (effect.object.kind != CallPart::Argument || effect.object.indirect)
      giveUp(id, state);
    else
      go(id, next);
    return true;
  case EffectKind::KeyGet:
  case EffectKind::ReturnLoop:
    giveUp(id, state);
    return true;
  default:
    return false;
  }
}

void Refinement::load(uint32_t id, const State& state, ValueId address, bool isWide) {
  ObjectId object = searches_[id].question.object;
  auto holders = flows_->holdersOf(object, state.instance, address, isWide);
  if (holders.empty() && !state.isMemory) giveUp(id, state);
  for (ObjectId holder : holders) {
    if (searches_[id].isOver) return;
    if (!isMemory(pointers_.objects()[holder].kind))
      giveUp(id, state);
    else
      ask({state.instance, address, holder, state.chain, state.isAnchored, false},
          {id, state, address, isWide, holder, std::nullopt});
  }
}

// Whether the holder is a variable that is initialised with a pointer to the other.
bool Refinement::isInitially(ObjectId holder, ObjectId object) const {
  const Object& variable = pointers_.objects()[holder];
  const Object& target = pointers_.objects()[object];
  if (variable.kind != ObjectKind::Global || target.kind != ObjectKind::Global) return false;
  return llvm::any_of(program_.initializersOf(program_.globals[GlobalId(variable.site)]), [&](const Initializer& i) {
    const Constant& c = program_.constants[i.value.constant()];
    return c.kind == ConstantKind::Global && c.symbol == target.site;
  });
}

// The load may be from an object that was allocated so: what is written there?
void Refinement::loadedFrom(const Notice& n) {
  Waiting w = n.waiting;
  ObjectId holder = w.holder;
  if (searches_[w.search].isOver) return;
  ObjectId object = searches_[w.search].question.object;
  // What the address says of the calls that led to its function holds of the search's too.
  if (w.state.isAnchored)
    w.state.start = chains_.joined(w.state.start, chains_[n.answer.start].drop_front(chains_[w.state.chain].size()));
  if (flows_->isOpaque(holder)) return giveUp(w.search, w.state);
  if (isInitially(holder, object)) giveUp(w.search, w.state);
  w.state.isOwn = w.state.isOwn && isPrivate_(holder);
  w.read = {n.answer.chain, w.state.start, false, false, n.answer.offset};
  auto writers = flows_->writersTo(holder);
  // Looking through many is work too.
  size_t cost = std::min(stepsLeft_, writers.size() / 16);
  stepsLeft_ -= cost;
  statistics_.steps += cost;
  for (uint32_t number : writers) {
    const Writer& writer = flows_->writers()[number];
    if (writer.kind == Writer::Value && !flows_->mayPointTo(writer.at.instance, writer.from, object)) continue;
    if (!flows_->mayMeetAt(holder, writer, w.state.instance, w.address, w.isWide)) continue;
    w.writer = number;
    ask({writer.at.instance, writer.to, holder, Chains::any(), true, false}, w);
  }
}

// The writer's address may be in an object that was allocated so: if that can be the load's, go on with what it writes.
void Refinement::writtenBy(const Notice& n) {
  const Waiting& w = n.waiting;
  const Answer& a = n.answer;
  if (searches_[w.search].isOver || !chains_.areCompatible(w.read.chain, a.chain)) return;
  const Writer& writer = flows_->writers()[*w.writer];
  bool isPlace = !w.isWide && !writer.isWide && w.read.offset != anywhere && a.offset != anywhere;
  if (isPlace && std::abs(w.read.offset - a.offset) >= pointerBytes) return;
  // The calls that led to the writer: those its address says, and, when the memory was allocated by what called it or
  // below that, those that the load knows to have led there.
  ChainId led = a.start;
  auto read = chains_[w.read.chain], written = chains_[a.chain];
  if (a.isAnchored && read.size() > written.size()) led = chains_.joined(led, read.drop_front(written.size()));
  State next = w.state;
  next.instance = writer.at.instance;
  next.value = writer.from;
  next.isMemory = writer.kind == Writer::Memory;
  next.chain = led;
  next.isAnchored = false;
  // What a model says is stored, or what is added to, may be a pointer elsewhere into the same object.
  Opcode by = program_.instructions[writer.at.instruction].opcode;
  if (isCall(by) || by == Opcode::AtomicUpdate) next.distance = anywhere;
  if (writer.kind == Writer::Fresh)
    allocation(w.search, next, writer.at.instruction);
  else
    go(w.search, next);
}

} // namespace steward
