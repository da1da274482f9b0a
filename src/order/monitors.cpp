#include "order/monitors.h"

#include "order/counting.h"
#include "order/initial.h"
#include "sharing/accesses.h"

namespace steward {

Monitors::Monitors(const PointerAnalysis& pointers, const Reach& reach)
    : pointers_(pointers), program_(pointers.program()), reach_(reach), roots_(pointers.program()) {
  for (uint32_t n = 0; n < pointers.instances().size(); ++n) {
    if (mayLock(InstanceId(n))) findWrites(InstanceId(n));
    findTickets(InstanceId(n));
  }
  bool isAny = llvm::any_of(writes_, [](const Write& w) { return w.isTested; });
  if (!isAny && tickets_.empty()) return;
  findPlaces();
  decide();
  decideTickets();
}

const Monitors::Change* Monitors::changeAt(InstanceId instance, InstructionId write) const {
  auto it = changes_.find({instance, write});
  return it == changes_.end() ? nullptr : &it->second;
}

const Monitors::Change* Monitors::takenOn(InstanceId instance, BlockId block, unsigned successor) const {
  if (edges_.empty()) return nullptr;
  auto it = edges_.find({instance, block, successor});
  return it == edges_.end() ? nullptr : &it->second;
}

const Instruction* Monitors::definitionOf(InstanceId instance, ValueId value) const {
  const Function& function = pointers_.functionOf(instance);
  value = stripCopies(program_, function, value);
  InstructionId definition = value.isLocal() ? program_.local(function, value.local()).definition : InstructionId();
  return definition ? &program_.instructions[definition] : nullptr;
}

const Dominators& Monitors::dominators(FunctionId function) {
  auto& known = dominators_[function];
  if (!known) known = std::make_unique<Dominators>(program_, program_.functions[function]);
  return *known;
}

// Whether a function takes a mutex of its own accord.
bool Monitors::mayLock(InstanceId instance) const {
  for (BlockId b : program_.blocksOf(pointers_.functionOf(instance)))
    for (InstructionId i : program_.instructionsOf(program_.blocks[b])) {
      if (!isCall(program_.instructions[i].opcode)) continue;
      for (const CallModel* model : pointers_.modelsAt({instance, i}))
        if (model->has(EffectKind::Acquire) || model->has(EffectKind::ConditionWait)) return true;
    }
  return false;
}

void Monitors::findWrites(InstanceId instance) {
  const Function& function = pointers_.functionOf(instance);
  for (BlockId b : program_.blocksOf(function))
    for (InstructionId id : program_.instructionsOf(program_.blocks[b])) {
      const Instruction& i = program_.instructions[id];
      if (i.opcode != Opcode::Store || i.immediate > 8) continue;
      auto operands = program_.operandsOf(i);
      Write write{instance, id, operands[0], Shape::Other, false, {}, {}};
      if (auto numbers = possibleNumbers(program_, function, operands[1]); numbers && numbers->size() == 1) {
        write.shape = (*numbers)[0] ? Shape::Set : Shape::Clear;
        write.number = (*numbers)[0];
      } else if (const Instruction* sum = definitionOf(instance, operands[1]);
                 sum && sum->opcode == Opcode::Binary &&
                 (sum->binary == BinaryKind::Add || sum->binary == BinaryKind::Sub)) {
        auto by = program_.integer(program_.operandsOf(*sum)[1]);
        const Instruction* read = definitionOf(instance, program_.operandsOf(*sum)[0]);
        if (!by || (*by != 1 && *by != -1) || !read || read->opcode != Opcode::Load) continue;
        if (distance(instance, operands[0], instance, program_.operandsOf(*read)[0]) != 0) continue;
        write.shape = (*by == 1) == (sum->binary == BinaryKind::Add) ? Shape::Up : Shape::Down;
      } else {
        continue;
      }
      if (write.shape != Shape::Clear) findTests(write);
      writes_.push_back(std::move(write));
    }
}

// How far it is from where one pointer leads to where another does, in one object.
std::optional<int64_t> Monitors::distance(InstanceId instance, ValueId from, InstanceId other, ValueId to) {
  FunctionId function = pointers_.instances()[instance].function;
  if (instance == other) {
    auto a = roots_.of(function, from), b = roots_.of(function, to);
    if (a && b && a->root == b->root) return b->offset - a->offset;
  }
  auto a = exactAddress(pointers_, instance, from), b = exactAddress(pointers_, other, to);
  if (!a || !b || a->object != b->object || !reach_.isSingle(a->object)) return std::nullopt;
  return static_cast<int64_t>(b->offset) - static_cast<int64_t>(a->offset);
}

// What was seen of variables before the write, with nothing between that could let a lock go.
void Monitors::findTests(Write& write) {
  FunctionId id = pointers_.instances()[write.instance].function;
  const Dominators& dominating = dominators(id);
  BlockId block = reach_.blockOf(write.instruction);
  if (!dominating.reachable(block)) return;
  for (BlockId b : program_.blocksOf(program_.functions[id])) {
    if (b == block || !dominating.reachable(b) || !dominating.dominates(b, block)) continue;
    auto successors = program_.successorsOf(program_.blocks[b]);
    if (successors.size() < 2) continue;
    for (unsigned k = 0; k < successors.size(); ++k) {
      if (!dominating.dominates(successors[k], block) || dominating.predecessors(successors[k]).size() != 1) continue;
      if (llvm::count(successors, successors[k]) != 1) continue;
      for (const ObservedRead& seen : observedOnEdge(pointers_, write.instance, b, k)) {
        const Instruction& read = program_.instructions[seen.read];
        if (read.opcode != Opcode::Load) continue;
        auto away = distance(write.instance, write.pointer, seen.instance, program_.operandsOf(read)[0]);
        if (!away) continue;
        InstructionId at = seen.instance == write.instance ? seen.read : InstructionId();
        if (!isOneHold(write.instance, at, b, write.instruction)) continue;
        bool isZero = !seen.test.mayHold(1) && !seen.test.mayHold(-1) && !seen.test.mayHold(2) &&
                      seen.test.mayHold(0) &&
                      (seen.test.kind == CompareKind::Equal || seen.test.kind == CompareKind::Less ||
                       seen.test.kind == CompareKind::LessEqual || seen.test.kind == CompareKind::NotEqual);
        // A count of readers is never negative: not more than 0 is 0.
        isZero |=
            seen.test.mask == ~uint64_t{0} && ((seen.test.kind == CompareKind::LessEqual && seen.test.bound == 0) ||
                                               (seen.test.kind == CompareKind::Less && seen.test.bound == 1));
        bool isSet = seen.test.mask == ~uint64_t{0} && !seen.test.mayHold(0);
        if (*away == 0) write.isTested |= write.shape == Shape::Down ? isSet : isZero;
        if (*away != 0 && isZero) write.zeroes.push_back(*away);
      }
    }
  }
}

// Whether an instruction may let a lock go, or take one.
bool Monitors::isLet(InstanceId instance, InstructionId id) const {
  if (!isCall(program_.instructions[id].opcode)) return false;
  for (const CallModel* model : pointers_.modelsAt({instance, id}))
    for (EffectKind kind : {EffectKind::Acquire, EffectKind::Release, EffectKind::ConditionWait, EffectKind::CallBack,
                            EffectKind::Dispatch, EffectKind::Once})
      if (model->has(kind)) return true;
  for (InstanceId callee : pointers_.callees({instance, id}))
    for (BlockId b : program_.blocksOf(pointers_.functionOf(callee)))
      for (InstructionId i : program_.instructionsOf(program_.blocks[b]))
        if (isCall(program_.instructions[i].opcode)) return true; // who knows what
  return false;
}

// From the read that a test at the end of a block is about (an invalid one: in a call there) to the write.
bool Monitors::isOneHold(InstanceId instance, InstructionId read, BlockId test, InstructionId write) {
  const Dominators& dominating = dominators(pointers_.instances()[instance].function);
  auto isClear = [&](BlockId b, uint32_t first, uint32_t last) {
    const Block& block = program_.blocks[b];
    first = std::max(first, block.firstInstruction.index);
    last = std::min(last, block.firstInstruction.index + block.instructionCount);
    for (uint32_t n = first; n < last; ++n)
      if (isLet(instance, InstructionId(n))) return false;
    return true;
  };
  constexpr uint32_t end = ~uint32_t{0};
  BlockId from = test;
  if (read) from = reach_.blockOf(read);
  if (!dominating.reachable(from) || !isClear(from, read ? read.index + 1 : 0, end)) return false;
  if (!dominating.dominates(from, test)) {
    // `a || b`: the test is where both meet, and control has come from the last of them.
    bool isFound = false;
    for (BlockId b : dominating.predecessors(test)) {
      bool isAllClear = true;
      for (; b != from && isAllClear && dominating.predecessors(b).size() == 1; b = dominating.predecessors(b)[0])
        isAllClear = isClear(b, 0, end);
      isFound |= b == from && isAllClear;
    }
    if (!isFound || !isClear(test, 0, end)) return false;
    from = test;
  }
  std::vector<BlockId> work{reach_.blockOf(write)};
  std::set<BlockId> seen{work[0]};
  if (work[0] == from) return true;
  if (!isClear(work[0], 0, write.index)) return false;
  while (!work.empty()) {
    BlockId next = work.back();
    work.pop_back();
    for (BlockId before : dominating.predecessors(next)) {
      if (before == from || !dominating.reachable(before) || !seen.insert(before).second) continue;
      if (!isClear(before, 0, end)) return false;
      work.push_back(before);
    }
  }
  return true;
}

// `while (load(&serving) != my) ;` where my is what fetch_add(&next, 1) gave.
void Monitors::findTickets(InstanceId instance) {
  for (BlockId b : program_.blocksOf(pointers_.functionOf(instance))) {
    const Block& block = program_.blocks[b];
    const Instruction& last =
        program_.instructions[InstructionId(block.firstInstruction.index + block.instructionCount - 1)];
    if (last.opcode != Opcode::Branch || block.successorCount != 2) continue;
    const Instruction* compare = definitionOf(instance, program_.operandsOf(last)[0]);
    if (!compare || compare->opcode != Opcode::Compare) continue;
    if (compare->compare != CompareKind::Equal && compare->compare != CompareKind::NotEqual) continue;
    auto operands = program_.operandsOf(*compare);
    const Instruction* serving = definitionOf(instance, operands[0]);
    const Instruction* ticket = definitionOf(instance, operands[1]);
    if (!serving || !ticket) continue;
    if (serving->opcode != Opcode::AtomicLoad) std::swap(serving, ticket);
    if (serving->opcode != Opcode::AtomicLoad || !acquires(serving->order)) continue;
    if (ticket->opcode != Opcode::AtomicUpdate || ticket->binary != BinaryKind::Add) continue;
    if (program_.integer(program_.operandsOf(*ticket)[1]) != 1 || ticket->immediate != serving->immediate) continue;
    ValueId at = program_.operandsOf(*serving)[0], next = program_.operandsOf(*ticket)[0];
    auto away = distance(instance, at, instance, next);
    if (!away) {
      // Two variables of the program.
      auto a = exactAddress(pointers_, instance, at), n = exactAddress(pointers_, instance, next);
      if (!a || !n || !reach_.isSingle(a->object) || !reach_.isSingle(n->object)) continue;
      away = 0;
    }
    tickets_.push_back({instance, b, compare->compare == CompareKind::Equal ? 0u : 1u, at, next, *away});
  }
}

LocationId Monitors::shifted(LocationId place, int64_t by) const {
  const Location& at = pointers_.objects()[place];
  if (at.isAny()) return {};
  return pointers_.objects().find(at.object, at.offset + static_cast<uint64_t>(by));
}

// All writes to what may be a lock.
void Monitors::findPlaces() {
  const ObjectTable& objects = pointers_.objects();
  std::map<ObjectId, std::vector<LocationId>> byObject;
  auto add = [&](LocationId place, uint64_t bytes) {
    auto [it, isNew] = places_.try_emplace(place);
    it->second.bytes = std::max(it->second.bytes, bytes);
    it->second.isBroken |= objects[place].isAny();
    if (isNew) byObject[objects[place].object].push_back(place);
  };
  std::map<Site, size_t> known;
  for (size_t n = 0; n < writes_.size(); ++n) {
    const Write& write = writes_[n];
    known[{write.instance, write.instruction}] = n;
    if (!write.isTested && !(write.shape == Shape::Up && !write.zeroes.empty())) continue;
    for (LocationId place : pointers_.pointsTo(write.instance, write.pointer))
      add(place, static_cast<uint64_t>(program_.instructions[write.instruction].immediate));
  }
  for (const Ticket& ticket : tickets_)
    for (ValueId pointer : {ticket.serving, ticket.next})
      for (LocationId place : pointers_.pointsTo(ticket.instance, pointer)) add(place, 4);
  for (uint32_t n = 0; n < pointers_.instances().size(); ++n)
    for (BlockId b : program_.blocksOf(pointers_.functionOf(InstanceId(n))))
      for (InstructionId id : program_.instructionsOf(program_.blocks[b])) {
        InstanceId instance(n);
        const Instruction& i = program_.instructions[id];
        if (!writesMemory(i.opcode) && !isCall(i.opcode)) continue;
        for (const MemoryAccess& access : accessesOf(pointers_, instance, id)) {
          if (access.mode != AccessMode::Write) continue;
          for (LocationId written : pointers_.pointsTo(instance, access.pointer)) {
            auto near = byObject.find(objects[written].object);
            if (near == byObject.end()) continue;
            for (LocationId place : near->second) {
              Place& found = places_[place];
              uint64_t at = objects[place].offset, from = objects[written].offset;
              if (!objects[written].isAny() &&
                  (at + found.bytes <= from || (access.bytes != Location::any && from + access.bytes <= at)))
                continue;
              auto it = known.find({instance, id});
              if (it == known.end()) {
                Write other{instance, id, access.pointer, Shape::Other, false, {}, {}};
                if (i.opcode == Opcode::Store) {
                  other.number = numberOf(instance, program_.operandsOf(i)[1]);
                  if (other.number) other.shape = *other.number ? Shape::Number : Shape::Clear;
                }
                if (i.opcode == Opcode::MemorySet && numberOf(instance, program_.operandsOf(i)[1]) == 0)
                  other.shape = Shape::Clear;
                it = known.try_emplace({instance, id}, writes_.size()).first;
                writes_.push_back(other);
              }
              if (written != place && writes_[it->second].shape != Shape::Clear) found.isBroken = true;
              found.writes.push_back(it->second);
            }
          }
        }
      }
}

// A number that is stored: what it is here, or what all callers hand over.
std::optional<int64_t> Monitors::numberOf(InstanceId instance, ValueId value) const {
  const Function& function = pointers_.functionOf(instance);
  if (auto numbers = possibleNumbers(program_, function, value))
    return numbers->size() == 1 ? std::optional((*numbers)[0]) : std::nullopt;
  value = stripCopies(program_, function, value);
  if (!value.isLocal() || value.local().index >= function.parameterCount) return std::nullopt;
  std::optional<int64_t> result;
  for (uint32_t n = 0; n < pointers_.instances().size(); ++n)
    for (const Reach::Edge& edge : reach_.edges(InstanceId(n))) {
      if (edge.callee != instance) continue;
      if (edge.isFork || !pointers_.isPlainCall({InstanceId(n), edge.call})) return std::nullopt;
      auto arguments = program_.argumentsOf(program_.instructions[edge.call]);
      if (value.local().index >= arguments.size()) return std::nullopt;
      auto numbers = possibleNumbers(program_, pointers_.functionOf(InstanceId(n)), arguments[value.local().index]);
      if (!numbers || numbers->size() != 1 || (result && *result != (*numbers)[0])) return std::nullopt;
      result = (*numbers)[0];
    }
  return result;
}

bool Monitors::startsWith(LocationId place, const Place& found, int64_t number) const {
  const Location& at = pointers_.objects()[place];
  InitialValue first = initialValue(pointers_, {at.object, at.offset}, found.bytes);
  if (first.kind == InitialKind::Unknown) return false;
  bool isMade = false;
  for (size_t n : found.writes) {
    const Write& write = writes_[n];
    if (write.shape == Shape::Number || (write.shape == Shape::Set && !write.isTested) || write.shape == Shape::Clear) {
      auto stored = write.shape == Shape::Clear ? 0 : write.number;
      if (stored != number) return false;
      isMade = true;
    }
  }
  return isMade || (first.kind == InitialKind::Number && first.number == number);
}

void Monitors::decide() {
  enum class Kind : uint8_t { None, Flag, Count, Readers };
  auto kindOf = [&](LocationId place, const Place& found) {
    if (found.isBroken) return Kind::None;
    auto has = [&](Shape shape, bool tested) {
      return llvm::any_of(found.writes,
                          [&](size_t n) { return writes_[n].shape == shape && (!tested || writes_[n].isTested); });
    };
    auto all = [&](auto fits) { return llvm::all_of(found.writes, [&](size_t n) { return fits(writes_[n]); }); };
    if (has(Shape::Set, true) && has(Shape::Clear, false) &&
        all([](const Write& w) { return w.shape == Shape::Clear || (w.shape == Shape::Set && w.isTested); }) &&
        startsWith(place, found, 0))
      return Kind::Flag;
    if (has(Shape::Down, true) && has(Shape::Up, false) && all([](const Write& w) {
          return w.shape == Shape::Up || w.shape == Shape::Number || w.isTested == (w.shape == Shape::Down);
        }) &&
        startsWith(place, found, 1))
      return Kind::Count;
    if (has(Shape::Up, false) && has(Shape::Down, false) && all([](const Write& w) {
          return w.shape == Shape::Down || w.shape == Shape::Clear || (w.shape == Shape::Up && !w.zeroes.empty());
        }) &&
        startsWith(place, found, 0))
      return Kind::Readers;
    return Kind::None;
  };
  std::map<LocationId, Kind> kinds;
  for (const auto& [place, found] : places_) {
    kinds[place] = kindOf(place, found);
    if (kinds[place] == Kind::Flag || kinds[place] == Kind::Count)
      locks_.insert({pointers_.objects()[place].object, pointers_.objects()[place].offset});
  }
  auto is = [&](LocationId place, Kind kind) {
    auto it = kinds.find(place);
    return place && it != kinds.end() && it->second == kind;
  };
  // The writer's flag for a count of readers: every reader has seen that it is 0, every writer that the count is.
  std::map<LocationId, int64_t> flagOf;
  for (const auto& [place, found] : places_) {
    if (!is(place, Kind::Readers)) continue;
    std::optional<std::set<int64_t>> common;
    for (size_t n : found.writes) {
      if (writes_[n].shape != Shape::Up) continue;
      std::set<int64_t> seen(writes_[n].zeroes.begin(), writes_[n].zeroes.end());
      if (common) std::erase_if(seen, [&](int64_t d) { return !common->count(d); });
      common = seen;
    }
    for (int64_t away : common ? *common : std::set<int64_t>()) {
      LocationId flag = shifted(place, away);
      if (!is(flag, Kind::Flag)) continue;
      bool isSeen = llvm::all_of(places_[flag].writes, [&](size_t n) {
        return writes_[n].shape != Shape::Set || llvm::is_contained(writes_[n].zeroes, -away);
      });
      if (isSeen) flagOf[place] = away;
    }
  }
  for (const Write& write : writes_) {
    auto places = pointers_.pointsTo(write.instance, write.pointer);
    if (places.empty() || write.shape == Shape::Other) continue;
    auto all = [&](Kind kind) { return llvm::all_of(places, [&](LocationId p) { return is(p, kind); }); };
    auto any = [&](Kind kind) { return llvm::any_of(places, [&](LocationId p) { return is(p, kind); }); };
    Site site{write.instance, write.instruction};
    Change change{false, LockMode::Exclusive, write.pointer, 0, true, false};
    // The first value; when it is given later, that counts as giving back.
    bool isNumber = write.shape == Shape::Number || (write.shape == Shape::Set && !write.isTested);
    change.isInitial = write.shape == Shape::Clear || isNumber;
    if ((write.shape == Shape::Set && all(Kind::Flag)) || (write.shape == Shape::Down && all(Kind::Count))) {
      change.takes = true;
      changes_[site] = change;
    } else if ((write.shape == Shape::Clear && any(Kind::Flag)) ||
               ((write.shape == Shape::Up || isNumber) && any(Kind::Count))) {
      changes_[site] = change;
    } else if ((write.shape == Shape::Up || write.shape == Shape::Down) && any(Kind::Readers)) {
      std::set<int64_t> away;
      for (LocationId place : places) away.insert(flagOf.count(place) ? flagOf[place] : 0);
      if (away.size() != 1 || away.count(0)) continue;
      change.takes = write.shape == Shape::Up && all(Kind::Readers);
      if (write.shape == Shape::Up && !change.takes) continue;
      change.mode = LockMode::Shared;
      change.distance = *away.begin();
      changes_[site] = change;
    }
  }
}

// Whether a write moves on to the next ticket: by one, and releases.
bool Monitors::isRaised(InstanceId instance, const Instruction& write) {
  auto operands = program_.operandsOf(write);
  if (!isAtomic(write.opcode) || !releases(write.order)) return false;
  if (write.opcode == Opcode::AtomicUpdate)
    return write.binary == BinaryKind::Add && program_.integer(operands[1]) == 1;
  if (write.opcode != Opcode::AtomicStore) return false;
  const Instruction* sum = definitionOf(instance, operands[1]);
  if (!sum || sum->opcode != Opcode::Binary || sum->binary != BinaryKind::Add) return false;
  if (program_.integer(program_.operandsOf(*sum)[1]) != 1) return false;
  const Instruction* read = definitionOf(instance, program_.operandsOf(*sum)[0]);
  if (!read) return false;
  // One more than what is served now, read on the spot; or than the own ticket.
  if (read->opcode == Opcode::AtomicLoad) {
    FunctionId function = pointers_.instances()[instance].function;
    auto a = roots_.of(function, program_.operandsOf(*read)[0]), b = roots_.of(function, operands[0]);
    bool isSame = (a && b && *a == *b) || program_.operandsOf(*read)[0] == operands[0];
    auto index = [&](const Instruction& i) {
      return InstructionId(static_cast<uint32_t>(&i - &program_.instructions[InstructionId(0)]));
    };
    return isSame && reach_.blockOf(index(*read)) == reach_.blockOf(index(write));
  }
  return llvm::any_of(tickets_, [&](const Ticket& ticket) {
    return ticket.instance == instance && read->opcode == Opcode::AtomicUpdate &&
           program_.operandsOf(*read)[0] == ticket.next;
  });
}

void Monitors::decideTickets() {
  std::map<LocationId, std::set<LocationId>> nextOf, servingOf;
  for (const Ticket& ticket : tickets_)
    for (LocationId place : pointers_.pointsTo(ticket.instance, ticket.serving)) {
      LocationId next = ticket.distance ? shifted(place, ticket.distance) : LocationId();
      if (!ticket.distance)
        for (LocationId other : pointers_.pointsTo(ticket.instance, ticket.next)) next = other;
      nextOf[place].insert(next);
      servingOf[next].insert(place);
    }
  auto isGood = [&](LocationId place, bool isServing) {
    auto it = places_.find(place);
    if (!place || it == places_.end() || it->second.isBroken || !startsWith(place, it->second, 0)) return false;
    return llvm::all_of(it->second.writes, [&](size_t n) {
      const Write& write = writes_[n];
      if (write.shape == Shape::Clear) return true;
      const Instruction& i = program_.instructions[write.instruction];
      if (isServing) return isRaised(write.instance, i);
      return i.opcode == Opcode::AtomicUpdate && i.binary == BinaryKind::Add &&
             program_.integer(program_.operandsOf(i)[1]) == 1;
    });
  };
  std::set<LocationId> locks;
  for (const auto& [serving, nexts] : nextOf)
    if (nexts.size() == 1 && servingOf[*nexts.begin()].size() == 1 && isGood(serving, true) &&
        isGood(*nexts.begin(), false))
      locks.insert(serving);
  for (LocationId place : locks) locks_.insert({pointers_.objects()[place].object, pointers_.objects()[place].offset});
  auto isLock = [&](LocationId place) { return locks.count(place) != 0; };
  for (const Ticket& ticket : tickets_) {
    auto places = pointers_.pointsTo(ticket.instance, ticket.serving);
    if (!places.empty() && llvm::all_of(places, isLock))
      edges_[{ticket.instance, ticket.block, ticket.successor}] = {true, LockMode::Exclusive, ticket.serving, 0, false,
                                                                   false};
  }
  for (const Write& write : writes_) {
    if (write.shape == Shape::Clear) continue;
    if (llvm::any_of(pointers_.pointsTo(write.instance, write.pointer), isLock))
      changes_[{write.instance, write.instruction}] = {false, LockMode::Exclusive, write.pointer, 0, false, false};
  }
}

} // namespace steward
