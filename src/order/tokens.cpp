#include "order/tokens.h"

#include "order/initial.h"
#include "program/dominators.h"

#include <algorithm>

namespace steward {

// Real programs have a handful; more are a sign of imprecision.
static constexpr unsigned maxTokens = 128;
// Counting further than this is left aside.
static constexpr int64_t maxCount = 1000;

Tokens::Tokens(const PointerAnalysis& pointers, const Reach& reach, const Origins& origins,
               const llvm::BitVector& wanted)
    : pointers_(pointers), program_(pointers.program()), reach_(reach), origins_(origins), wanted_(wanted),
      bounds_(pointers, reach, origins) {
  concerned_.resize(pointers.instances().size());
  touched_.resize(program_.instructions.size());
  signalledBy_.resize(origins.size());
  originsOf_.resize(pointers.instances().size());
  if (origins.size() < 2) return; // nobody to wait for
  for (uint32_t o = 0; o < origins.size(); ++o)
    for (InstanceId instance : origins.instancesOf(OriginId(o))) originsOf_[instance.index].push_back(OriginId(o));
  findWaits();
  if (tokens_.empty()) return;
  findSignals();
  findCounts();
  findRounds();
  keep(useful());
}

llvm::ArrayRef<Signal> Tokens::signalsAt(InstanceId instance, InstructionId instruction) const {
  if (!touched_[instruction.index]) return {};
  auto it = signals_.find({instance, instruction});
  return it == signals_.end() ? llvm::ArrayRef<Signal>() : llvm::ArrayRef(it->second);
}

llvm::ArrayRef<WaitId> Tokens::waitsAt(InstanceId instance, InstructionId call) const {
  if (!touched_[call.index]) return {};
  auto it = atCalls_.find({instance, call});
  return it == atCalls_.end() ? llvm::ArrayRef<WaitId>() : llvm::ArrayRef(it->second);
}

llvm::ArrayRef<WaitId> Tokens::waitsOn(InstanceId instance, BlockId block, unsigned successor) const {
  if (onEdges_.empty() || !concerned_[instance.index]) return {};
  auto it = onEdges_.find({instance, block, successor});
  return it == onEdges_.end() ? llvm::ArrayRef<WaitId>() : llvm::ArrayRef(it->second);
}

bool Tokens::isRead(InstanceId instance, InstructionId instruction) const {
  return touched_[instruction.index] && reads_.count({instance, instruction});
}

// One concrete variable, which nothing reaches by another name.
std::optional<ExactAddress> Tokens::single(std::optional<ExactAddress> address) const {
  if (!address || !reach_.isSingle(address->object)) return std::nullopt;
  const ObjectTable& objects = pointers_.objects();
  if (objects[address->object].parent || !objects.viewsOf(address->object).empty()) return std::nullopt;
  return address;
}

std::optional<ExactAddress> Tokens::objectOf(InstanceId instance, const Instruction& call, CallPart part) const {
  if (part.indirect) return single(exactContent(pointers_, instance, argumentOf(program_, call, part)));
  ValueId value = partOf(program_, call, part);
  return value ? single(exactAddress(pointers_, instance, value)) : std::nullopt;
}

// The state of a future: which object it is says it all, wherever in it a pointer leads.
std::optional<ExactAddress> Tokens::stateOf(InstanceId instance, const Instruction& call, CallPart part) const {
  ValueId value = argumentOf(program_, call, part);
  if (!value) return std::nullopt;
  const ObjectTable& objects = pointers_.objects();
  ObjectId only;
  bool isOne = true;
  auto add = [&](LocationId place) {
    ObjectId object = objects.whole(objects[place].object);
    isOne &= !only || only == object;
    only = object;
  };
  for (LocationId place : pointers_.pointsTo(instance, value))
    if (!part.indirect)
      add(place);
    else
      for (LocationId stored : pointers_.contentOf(place)) add(stored);
  if (!only || !isOne || !reach_.isSingle(only)) return std::nullopt;
  return ExactAddress{only, 0};
}

void Tokens::addWait(const OrderToken& token, Wait wait, std::vector<WaitId>& to) {
  auto [known, isNewToken] = tokenIds_.try_emplace(token, tokens_.end_id());
  if (isNewToken) {
    tokens_.push(token);
    ofObject_[token.address.object].push_back(known->second);
  }
  wait.token = known->second;
  auto [it, isNew] = waitIds_.try_emplace(wait, waits_.end_id());
  if (isNew) waits_.push(wait);
  to.push_back(it->second);
}

void Tokens::findWaits() {
  for (uint32_t n = 0; n < originsOf_.size(); ++n) {
    if (originsOf_[n].empty()) continue;
    InstanceId instance(n);
    for (BlockId b : program_.blocksOf(pointers_.functionOf(instance))) {
      const Block& block = program_.blocks[b];
      for (InstructionId i : program_.instructionsOf(block))
        if (isCall(program_.instructions[i].opcode)) addCall(instance, i);
      if (block.successorCount > 1)
        for (unsigned k = 0; k < block.successorCount; ++k) addObserved(instance, b, k);
    }
  }
  // Semaphores that may start with something in them are no tokens.
  std::vector<bool> starts(tokens_.size());
  for (uint32_t t = 0; t < tokens_.size(); ++t)
    starts[t] = tokens_[TokenId(t)].kind == OrderTokenKind::Semaphore && !startsAtZero(tokens_[TokenId(t)]);
  auto prune = [&](auto& map) {
    for (auto& [site, waits] : map) std::erase_if(waits, [&](WaitId w) { return starts[waits_[w].token.index]; });
  };
  prune(atCalls_);
}

void Tokens::addObserved(InstanceId instance, BlockId block, unsigned successor) {
  for (const ObservedRead& seen : observedOnEdge(pointers_, instance, block, successor)) {
    if (!wanted_[seen.read.index]) continue;
    const Instruction& read = program_.instructions[seen.read];
    auto address = single(exactAddress(pointers_, seen.instance, program_.operandsOf(read)[0]));
    if (!address) continue;
    OrderToken token{OrderTokenKind::Value, *address, static_cast<uint64_t>(read.immediate), seen.test};
    auto [known, isNew] = rejected_.try_emplace(token, false);
    if (isNew) known->second = mayPassAtFirst(token);
    if (known->second) continue;
    bool isAcquire = acquires(read.order);
    if (read.opcode == Opcode::CompareExchange && !seen.isExchanged) isAcquire &= acquires(read.order2);
    Wait wait{{}, seen.instance, seen.read, isAtomic(read.opcode), isAcquire, EffectKind::None};
    addWait(token, wait, onEdges_[{instance, block, successor}]);
  }
}

void Tokens::addCall(InstanceId instance, InstructionId id) {
  const Instruction& call = program_.instructions[id];
  auto models = pointers_.modelsAt({instance, id});
  for (const CallModel* model : models)
    for (const Effect& effect : model->effects) {
      if (effect.kind == EffectKind::SemaphoreInit) semaphoreInits_.push_back({{instance, id}, &effect});
      if (effect.kind == EffectKind::LatchInit) latchInits_.push_back({{instance, id}, &effect});
      if (models.size() != 1) continue; // or something else is called
      if (effect.kind == EffectKind::SemaphoreWait) {
        if (auto address = objectOf(instance, call, effect.object))
          addWait({OrderTokenKind::Semaphore, *address, 1, {}},
                  {{}, instance, id, true, true, effect.kind, effect.when != When::Always}, atCalls_[{instance, id}]);
      } else if (effect.kind == EffectKind::LatchWait) {
        if (auto address = objectOf(instance, call, effect.object))
          addWait({OrderTokenKind::Latch, *address, 1, {}},
                  {{}, instance, id, true, true, effect.kind, effect.when != When::Always}, atCalls_[{instance, id}]);
      } else if (effect.kind == EffectKind::Await && !effect.orEmpty) {
        if (auto address = stateOf(instance, call, effect.object))
          addWait({OrderTokenKind::Completion, *address, 1, {}}, {{}, instance, id, true, true, effect.kind},
                  atCalls_[{instance, id}]);
      } else if (effect.kind == EffectKind::AwaitValue) {
        ValueId from = partOf(program_, call, effect.from);
        auto old = from ? possibleNumbers(program_, pointers_.functionOf(instance), from) : std::nullopt;
        auto address = objectOf(instance, call, effect.object);
        if (!address || !old || old->size() != 1) continue;
        OrderToken token{OrderTokenKind::Value,
                         *address,
                         pointers_.objects().extent(pointers_.objects().find(address->object, address->offset)),
                         {CompareKind::NotEqual, false, (*old)[0]}};
        if (token.bytes == 0 || token.bytes > 16) token.bytes = 16;
        if (mayPassAtFirst(token)) continue;
        ValueId part = partOf(program_, call, effect.order);
        auto order = part ? program_.integer(part) : std::nullopt;
        // memory_order: relaxed, consume, acquire, release, acq_rel, seq_cst.
        bool isAcquire = !effect.order || (order && *order != 0 && *order != 3);
        addWait(token, {{}, instance, id, true, isAcquire, effect.kind}, atCalls_[{instance, id}]);
      }
    }
}

bool Tokens::startsAtZero(const OrderToken& token) const {
  bool isInitialised = false;
  unsigned named = 0;
  for (const auto& [site, effect] : semaphoreInits_) {
    const Instruction& call = program_.instructions[site.second];
    named += effect->object.kind == CallPart::Result;
    ValueId semaphore = partOf(program_, call, effect->object);
    if (!semaphore || !mayBe(pointers_, site.first, semaphore, token.address)) continue;
    ValueId value = partOf(program_, call, effect->size);
    auto numbers = value ? possibleNumbers(program_, pointers_.functionOf(site.first), value) : std::nullopt;
    if (!numbers || numbers->size() != 1 || (*numbers)[0] != 0) return false;
    isInitialised = true;
  }
  // Two that are opened by name may be one.
  const Object& object = pointers_.objects()[token.address.object];
  if (object.kind == ObjectKind::Heap && named > 1) return false;
  // A global variable of C++ may be made by its definition alone.
  InitialValue first = initialValue(pointers_, token.address, semaphoreBytes);
  return isInitialised || (first.kind == InitialKind::Number && first.number == 0);
}

// Whether the value that a variable has before anything is stored there passes the test.
bool Tokens::mayPassAtFirst(const OrderToken& token) const {
  InitialValue first = initialValue(pointers_, token.address, token.bytes);
  return first.kind == InitialKind::Unknown || (first.kind == InitialKind::Number && token.test.mayHold(first.number));
}

void Tokens::findSignals() {
  for (uint32_t n = 0; n < originsOf_.size(); ++n) {
    if (originsOf_[n].empty()) continue;
    InstanceId instance(n);
    for (BlockId b : program_.blocksOf(pointers_.functionOf(instance)))
      for (InstructionId id : program_.instructionsOf(program_.blocks[b])) {
        const Instruction& i = program_.instructions[id];
        if (!writesMemory(i.opcode) && !isCall(i.opcode)) continue;
        if (isCall(i.opcode) && pointers_.modelsAt({instance, id}).empty()) continue;
        addSignals(instance, id);
      }
  }
}

void Tokens::addSignal(InstanceId instance, InstructionId instruction, TokenId token, Publication publication) {
  auto& list = signals_[{instance, instruction}];
  for (Signal& s : list)
    if (s.token == token) {
      s.publication = std::min(s.publication, publication);
      return;
    }
  list.push_back({token, publication});
}

void Tokens::addSignals(InstanceId instance, InstructionId id) {
  const Instruction& i = program_.instructions[id];
  if (isCall(i.opcode))
    for (const CallModel* model : pointers_.modelsAt({instance, id}))
      for (const Effect& effect : model->effects) {
        OrderTokenKind kind;
        if (effect.kind == EffectKind::SemaphorePost)
          kind = OrderTokenKind::Semaphore;
        else if (effect.kind == EffectKind::LatchArrive)
          kind = OrderTokenKind::Latch;
        else if (effect.kind == EffectKind::MakeReady)
          kind = OrderTokenKind::Completion;
        else
          continue;
        ValueId argument = argumentOf(program_, i, effect.object);
        if (!argument) continue;
        auto signal = [&](ObjectId object, std::optional<ExactAddress> exact) {
          auto it = ofObject_.find(pointers_.objects().whole(object));
          if (it == ofObject_.end()) return;
          for (TokenId t : it->second)
            if (tokens_[t].kind == kind &&
                (!exact || *exact == tokens_[t].address || kind == OrderTokenKind::Completion))
              addSignal(instance, id, t, Publication::Release);
        };
        if (effect.object.indirect) {
          for (LocationId place : pointers_.pointsTo(instance, argument))
            for (LocationId stored : pointers_.contentOf(place)) signal(pointers_.objects()[stored].object, {});
        } else {
          auto exact = exactAddress(pointers_, instance, argument);
          if (effect.object.offset) exact = std::nullopt;
          for (LocationId place : pointers_.pointsTo(instance, argument))
            signal(pointers_.objects()[place].object, exact);
        }
      }
  for (const MemoryAccess& access : accessesOf(pointers_, instance, id)) {
    if (access.mode != AccessMode::Write) continue;
    for (TokenId t : touchedBy(instance, access)) {
      const OrderToken& token = tokens_[t];
      auto exact = exactAddress(pointers_, instance, access.pointer);
      bool isWhole = exact && *exact == token.address && access.bytes == token.bytes;
      countWrite(instance, id, token, isWhole);
      if (isWhole && !isCall(i.opcode) && !mayPass(instance, i, token)) continue;
      if (i.opcode == Opcode::MemorySet && program_.integer(program_.operandsOf(i)[1]) == 0 && !token.test.mayHold(0))
        continue;
      Publication publication = !isAtomic(i.opcode) ? Publication::Plain
                                : releases(i.order) ? Publication::Release
                                                    : Publication::Relaxed;
      addSignal(instance, id, t, publication);
    }
  }
}

// A number that is stored, or one more than what was there: counted only where it is read and written in one go.
void Tokens::countWrite(InstanceId instance, InstructionId id, const OrderToken& token, bool isWhole) {
  Counter& counter = counters_[{token.address, token.bytes}];
  const Instruction& i = program_.instructions[id];
  auto operands = program_.operandsOf(i);
  const Function& function = pointers_.functionOf(instance);
  std::optional<int64_t> step;
  if (isWhole && i.opcode == Opcode::AtomicUpdate) {
    if (i.binary == BinaryKind::Add || i.binary == BinaryKind::Sub) step = program_.integer(operands[1]);
    if (step && i.binary == BinaryKind::Sub) step = -*step;
    if (step == 1 || step == -1) ownReads_.insert({instance, id});
  } else if (isWhole && (i.opcode == Opcode::Store || i.opcode == Opcode::AtomicStore)) {
    if (auto numbers = possibleNumbers(program_, function, operands[1])) {
      counter.starts.insert(counter.starts.end(), numbers->begin(), numbers->end());
      return;
    }
    auto definition = [&](ValueId value) {
      value = stripCopies(program_, function, value);
      return value.isLocal() ? program_.local(function, value.local()).definition : InstructionId();
    };
    InstructionId sum = definition(operands[1]);
    const Instruction* add = sum ? &program_.instructions[sum] : nullptr;
    InstructionId load =
        add && add->opcode == Opcode::Binary ? definition(program_.operandsOf(*add)[0]) : InstructionId();
    bool isOwn =
        load && program_.instructions[load].opcode == Opcode::Load && reach_.blockOf(load) == reach_.blockOf(id) &&
        exactAddress(pointers_, instance, program_.operandsOf(program_.instructions[load])[0]) == token.address;
    for (uint32_t k = isOwn ? load.index : id.index; k < id.index; ++k)
      isOwn &= !isCall(program_.instructions[InstructionId(k)].opcode);
    if (isOwn && (add->binary == BinaryKind::Add || add->binary == BinaryKind::Sub)) {
      step = program_.integer(program_.operandsOf(*add)[1]);
      if (step && add->binary == BinaryKind::Sub) step = -*step;
      if (step == 1 || step == -1) ownReads_.insert({instance, load});
    }
  }
  if (step == 0) return;
  bool isOne = step == 1 || step == -1;
  counter.isCounter &= isOne && (counter.step == 0 || counter.step == *step);
  counter.step = step.value_or(0);
}

void Tokens::findCounts() {
  most_.assign(tokens_.size(), 0);
  needed_.assign(tokens_.size(), 0);
  for (const auto& [site, signals] : signals_)
    for (const Signal& s : signals) {
      const Instruction& i = program_.instructions[site.second];
      bool isOne = true; // more than one at once
      if (isCall(i.opcode))
        for (const CallModel* model : pointers_.modelsAt({site.first, site.second}))
          for (const Effect& effect : model->effects)
            if ((effect.kind == EffectKind::SemaphorePost || effect.kind == EffectKind::LatchArrive) && effect.size) {
              ValueId by = partOf(program_, i, effect.size);
              isOne &= by && program_.integer(by) == 1;
            }
      for (OriginId origin : originsOf_[site.first.index]) {
        auto count = bounds_.executions(origin, site.first, reach_.blockOf(site.second));
        auto& most = most_[s.token.index];
        most = most && count && isOne ? std::optional(*most + *count) : std::nullopt;
      }
    }
  for (uint32_t t = 0; t < tokens_.size(); ++t) {
    const OrderToken& token = tokens_[TokenId(t)];
    if (token.kind == OrderTokenKind::Latch) needed_[t] = latchSize(token);
    auto it = counters_.find({token.address, token.bytes});
    if (token.kind != OrderTokenKind::Value || it == counters_.end() || !it->second.isCounter || it->second.step == 0)
      continue;
    std::vector<int64_t> starts = it->second.starts;
    InitialValue first = initialValue(pointers_, token.address, token.bytes);
    if (first.kind == InitialKind::Unknown) continue;
    if (first.kind == InitialKind::Number) starts.push_back(first.number);
    if (starts.empty()) continue;
    auto [low, high] = std::minmax_element(starts.begin(), starts.end());
    int64_t step = it->second.step, far = step > 0 ? *high : *low, near = step > 0 ? *low : *high;
    if ((far - near) * step > maxCount) continue;
    // From the start that is nearest to the end, how many steps it takes to pass the test; none may pass before.
    uint64_t steps = 0;
    int64_t value = near;
    while (value != far && !token.test.mayHold(value)) value += step;
    if (value != far) continue;
    for (; steps < maxCount && !token.test.mayHold(value); ++steps) value += step;
    if (steps < maxCount) needed_[t] = steps;
  }
}

uint64_t Tokens::latchSize(const OrderToken& token) const {
  std::optional<int64_t> size;
  for (const auto& [site, effect] : latchInits_) {
    const Instruction& call = program_.instructions[site.second];
    ValueId latch = partOf(program_, call, effect->object);
    if (!latch || !mayBe(pointers_, site.first, latch, token.address)) continue;
    ValueId value = partOf(program_, call, effect->size);
    auto numbers = value ? possibleNumbers(program_, pointers_.functionOf(site.first), value) : std::nullopt;
    if (!numbers || numbers->size() != 1 || (size && *size != (*numbers)[0])) return 0;
    size = (*numbers)[0];
  }
  if (!size) {
    InitialValue first = initialValue(pointers_, token.address, semaphoreBytes);
    if (first.kind == InitialKind::Number) size = first.number;
  }
  return size && *size > 0 ? static_cast<uint64_t>(*size) : 0;
}

// A loop that goes round so many times and waits in each has waited so many times when it is left by its test.
void Tokens::findRounds() {
  for (const auto& [site, waits] : atCalls_) {
    BlockId block = reach_.blockOf(site.second);
    if (!reach_.isInLoop(block)) continue;
    FunctionId id = pointers_.instances()[site.first].function;
    const NaturalLoop* only = nullptr;
    unsigned loops = 0;
    for (const NaturalLoop& loop : bounds_.loopsOf(id))
      if (loop.contains(block)) ++loops, only = &loop;
    if (loops != 1) continue;
    for (const Walk& walk : bounds_.counting().rounds(id, *only, block, /*always=*/true)) {
      auto rounds = roundsOf(walk);
      if (!rounds || *rounds > maxCount) continue;
      for (WaitId w : waits)
        if (waits_[w].effect == EffectKind::SemaphoreWait && !waits_[w].isTry)
          rounds_[{site.first, walk.exit.from, walk.exit.successor}].push_back({w, static_cast<unsigned>(*rounds)});
    }
  }
}

llvm::ArrayRef<std::pair<WaitId, unsigned>> Tokens::roundsOn(InstanceId instance, BlockId block,
                                                             unsigned successor) const {
  if (rounds_.empty()) return {};
  auto it = rounds_.find({instance, block, successor});
  return it == rounds_.end() ? llvm::ArrayRef<std::pair<WaitId, unsigned>>() : llvm::ArrayRef(it->second);
}

bool Tokens::isLast(WaitId id) const {
  const Wait& wait = waits_[id];
  return tokens_[wait.token].kind == OrderTokenKind::Value && ownReads_.count({wait.instance, wait.read}) &&
         isForAll(id, 0);
}

bool Tokens::isForAll(WaitId id, unsigned times) const {
  const Wait& wait = waits_[id];
  auto most = most_[wait.token.index];
  uint64_t needed = needed_[wait.token.index];
  switch (tokens_[wait.token].kind) {
  case OrderTokenKind::Value:
    return most && needed > 0 && *most <= needed + ownReads_.count({wait.instance, wait.read});
  case OrderTokenKind::Latch:
    return most && needed > 0 && *most <= needed;
  case OrderTokenKind::Semaphore:
    return most && *most <= times;
  case OrderTokenKind::Completion:
    return false;
  }
  return false;
}

// The variables that are waited for and may be what an access writes to. Pointers to very many places are many, and few
// in what they point to.
llvm::ArrayRef<TokenId> Tokens::touchedBy(InstanceId instance, const MemoryAccess& write) {
  auto places = pointers_.pointsTo(instance, write.pointer);
  auto exact = exactAddress(pointers_, instance, write.pointer);
  const void* set = exact ? nullptr : places.data();
  auto [it, isNew] = touchedBy_.try_emplace({set, write.bytes, write.isText});
  if (!isNew && set) return it->second;
  it->second.clear();
  for (LocationId place : places) {
    auto tokens = ofObject_.find(pointers_.objects().whole(pointers_.objects()[place].object));
    if (tokens == ofObject_.end()) continue;
    for (TokenId t : tokens->second)
      if (tokens_[t].kind == OrderTokenKind::Value && mayTouch(place, exact, write, tokens_[t]))
        it->second.push_back(t);
  }
  llvm::sort(it->second);
  it->second.erase(std::unique(it->second.begin(), it->second.end()), it->second.end());
  return it->second;
}

bool Tokens::mayTouch(LocationId place, const std::optional<ExactAddress>& exact, const MemoryAccess& write,
                      const OrderToken& token) const {
  const ObjectTable& objects = pointers_.objects();
  auto overlaps = [&](uint64_t offset, uint64_t bytes) {
    return offset < token.address.offset + token.bytes &&
           (bytes == Location::any || token.address.offset < offset + bytes);
  };
  if (exact && exact->object == token.address.object && write.bytes != Location::any)
    return overlaps(exact->offset, write.bytes);
  if (objects[place].object != token.address.object || objects[place].isAny()) return true;
  uint64_t bytes = write.bytes;
  if (bytes == Location::any) bytes = write.isText ? objects.extentOfText(place) : objects.extent(place);
  // Of arrays only the first element is told: what else may be meant lies behind.
  if (!objects.isOnePlace(place)) bytes = Location::any;
  return place == objects.find(token.address.object, token.address.offset) || overlaps(objects[place].offset, bytes);
}

// Whether the variable may pass the test by what the instruction writes to the whole of it, when it did not before.
bool Tokens::mayPass(InstanceId instance, const Instruction& i, const OrderToken& token) const {
  auto operands = program_.operandsOf(i);
  const Function& function = pointers_.functionOf(instance);
  auto anyPasses = [&](ValueId value) {
    auto numbers = possibleNumbers(program_, function, value);
    return !numbers || llvm::any_of(*numbers, [&](int64_t n) { return token.test.mayHold(n); });
  };
  switch (i.opcode) {
  case Opcode::Store:
  case Opcode::AtomicStore:
    return anyPasses(operands[1]);
  case Opcode::CompareExchange:
    return anyPasses(operands[2]);
  case Opcode::AtomicUpdate: {
    if (i.binary == BinaryKind::Exchange) return anyPasses(operands[1]);
    // An update keeps what a release before it began: bits that it does not set are not its to signal.
    auto number = program_.integer(operands[1]);
    bool keepsIt = i.binary == BinaryKind::Add || i.binary == BinaryKind::Sub || i.binary == BinaryKind::Or ||
                   i.binary == BinaryKind::Xor;
    if (number == 0 && keepsIt) return false;
    bool asksForBits = token.test.kind == CompareKind::NotEqual && token.test.bound == 0;
    if (!number || !asksForBits) return true;
    if (i.binary == BinaryKind::And) return false;
    if (i.binary == BinaryKind::Or) return (static_cast<uint64_t>(*number) & token.test.mask) != 0;
    return true;
  }
  default:
    return true;
  }
}

OriginId Tokens::commonCreator(llvm::ArrayRef<OriginId> origins) const {
  OriginId up = origins.front();
  for (OriginId o : origins)
    while (!origins_.isAncestor(up, o)) up = origins_[up].parent;
  return up;
}

// A token can order something when one origin signals it that runs once, itself or by those that it creates, and
// another one waits for it.
llvm::BitVector Tokens::useful() const {
  std::vector<std::vector<OriginId>> signalling(tokens_.size()), waiting(tokens_.size());
  auto add = [&](std::vector<OriginId>& list, InstanceId instance) {
    for (OriginId o : originsOf_[instance.index])
      if (!llvm::is_contained(list, o)) list.push_back(o);
  };
  for (const auto& [site, signals] : signals_)
    for (const Signal& s : signals) add(signalling[s.token.index], site.first);
  auto noteWaits = [&](InstanceId instance, llvm::ArrayRef<WaitId> list) {
    for (WaitId w : list) add(waiting[waits_[w].token.index], instance);
  };
  for (const auto& [edge, list] : onEdges_) noteWaits(std::get<0>(edge), list);
  for (const auto& [site, list] : atCalls_) noteWaits(site.first, list);
  llvm::BitVector kept(static_cast<unsigned>(tokens_.size()));
  for (uint32_t t = 0; t < tokens_.size(); ++t) {
    const auto& by = signalling[t];
    if (by.empty()) continue;
    if (most_[t] && *most_[t] <= maxCount &&
        (needed_[t] > 0 ? *most_[t] <= needed_[t] + 1 : tokens_[TokenId(t)].kind == OrderTokenKind::Semaphore)) {
      kept.set(t);
      continue;
    }
    // Who waits itself may signal only what it was told.
    std::vector<OriginId> others;
    llvm::copy_if(by, std::back_inserter(others), [&](OriginId o) { return !llvm::is_contained(waiting[t], o); });
    OriginId first = commonCreator(others.empty() ? by : others);
    OriginKind kind = origins_[first].kind;
    if (!llvm::is_contained(by, first) || origins_.isSeveral(first)) continue;
    if (kind == OriginKind::Main || kind == OriginKind::Thread) kept.set(t);
  }
  return kept;
}

void Tokens::keep(llvm::BitVector kept) {
  for (int t = kept.find_first(); t >= 0; t = kept.find_next(t))
    if (kept.count() > maxTokens) kept.reset(static_cast<unsigned>(kept.find_last()));
  kept_ = kept;
  concerned_.reset();
  touched_.reset();
  relaxed_.clear();
  reads_.clear();
  auto prune = [&](auto& map, auto drop) {
    for (auto it = map.begin(); it != map.end();) {
      std::erase_if(it->second, drop);
      it = it->second.empty() ? map.erase(it) : std::next(it);
    }
  };
  prune(signals_, [&](const Signal& s) { return !kept[s.token.index]; });
  prune(onEdges_, [&](WaitId w) { return !kept[waits_[w].token.index]; });
  prune(atCalls_, [&](WaitId w) { return !kept[waits_[w].token.index]; });
  for (const auto& [site, signals] : signals_) {
    concerned_.set(site.first.index);
    touched_.set(site.second.index);
    for (const Signal& s : signals)
      if (s.publication == Publication::Relaxed && !llvm::is_contained(relaxed_, s.token)) relaxed_.push_back(s.token);
  }
  auto noteReads = [&](llvm::ArrayRef<WaitId> list) {
    for (WaitId w : list) {
      touched_.set(waits_[w].read.index);
      reads_[{waits_[w].instance, waits_[w].read}] = true;
    }
  };
  for (const auto& [edge, list] : onEdges_) {
    concerned_.set(std::get<0>(edge).index);
    noteReads(list);
  }
  for (const auto& [site, list] : atCalls_) {
    concerned_.set(site.first.index);
    noteReads(list);
  }
  findSignalledBy();
}

void Tokens::findSignalledBy() {
  std::vector<llvm::BitVector> by(origins_.size(), llvm::BitVector(static_cast<unsigned>(tokens_.size())));
  for (const auto& [site, signals] : signals_)
    for (OriginId o : originsOf_[site.first.index])
      for (const Signal& s : signals) by[o.index].set(s.token.index);
  for (bool changed = true; changed;) {
    changed = false;
    for (uint32_t f = 0; f < origins_.forkCount(); ++f)
      for (OriginId made : origins_[ForkId(f)].origins) {
        llvm::BitVector& parent = by[origins_[ForkId(f)].by.index];
        if (!by[made.index].test(parent)) continue; // nothing new
        parent |= by[made.index];
        changed = true;
      }
  }
  for (uint32_t o = 0; o < by.size(); ++o) {
    signalledBy_[o].clear();
    for (unsigned t : by[o].set_bits()) signalledBy_[o].push_back(TokenId(t));
  }
}

std::vector<TokenId> Tokens::signalledFrom(InstanceId entry) const {
  std::vector<TokenId> result;
  for (uint32_t o = 0; o < origins_.size(); ++o)
    if (origins_[OriginId(o)].entry == entry)
      result.insert(result.end(), signalledBy_[o].begin(), signalledBy_[o].end());
  return result;
}

} // namespace steward
