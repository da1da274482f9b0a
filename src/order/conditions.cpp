#include "order/conditions.h"

#include "order/initial.h"
#include "sharing/accesses.h"

#include <algorithm>

namespace steward {

bool NumberTest::of(int64_t number) const {
  if (!isLess) return number == bound;
  return isUnsigned ? static_cast<uint64_t>(number) < static_cast<uint64_t>(bound) : number < bound;
}

// What one test says about another of the same number.
static std::optional<bool> implied(const NumberTest& known, bool truth, const NumberTest& asked) {
  if (known == asked) return truth;
  // Below 1, as unsigned numbers go, is 0.
  auto isZeroTest = [](const NumberTest& t) { return t.isLess ? t.isUnsigned && t.bound == 1 : t.bound == 0; };
  if (isZeroTest(known) && isZeroTest(asked)) return truth;
  if (!known.isLess) return truth ? std::optional(asked.of(known.bound)) : std::nullopt;
  if (asked.isLess && asked.isUnsigned != known.isUnsigned) return std::nullopt;
  if (known.isUnsigned && (known.bound < 0 || asked.bound < 0)) return std::nullopt;
  if (asked.isLess) {
    if (truth && asked.bound >= known.bound) return true;
    if (!truth && asked.bound <= known.bound) return false;
    return std::nullopt;
  }
  bool isPossible = (asked.bound < known.bound) == truth;
  return isPossible ? std::nullopt : std::optional(false);
}

const Instruction* Conditions::definitionOf(InstanceId instance, ValueId value) const {
  if (!value.isLocal()) return nullptr;
  InstructionId definition = program_.local(pointers_.functionOf(instance), value.local()).definition;
  return definition ? &program_.instructions[definition] : nullptr;
}

// Whether the value can only be 0 or 1.
bool Conditions::isTruth(InstanceId instance, ValueId value) const {
  const Instruction* i = definitionOf(instance, stripCopies(program_, pointers_.functionOf(instance), value));
  if (!i) return false;
  if (i->opcode == Opcode::Compare || (i->opcode == Opcode::Extract && i->immediate != 0)) return true;
  if (i->opcode != Opcode::Select && i->opcode != Opcode::Phi) return false;
  auto operands = program_.operandsOf(*i);
  return llvm::all_of(i->opcode == Opcode::Select ? operands.drop_front() : operands, [&](ValueId v) {
    if (auto number = program_.integer(v)) return *number == 0 || *number == 1;
    const Instruction* from = definitionOf(instance, stripCopies(program_, pointers_.functionOf(instance), v));
    return from && from->opcode == Opcode::Compare;
  });
}

Subject Conditions::subjectOf(InstanceId instance, ValueId value) {
  FunctionId function = pointers_.instances()[instance].function;
  value = roots_.numbered(function, value);
  const Instruction* i = definitionOf(instance, value);
  if (i && (i->opcode == Opcode::Load || i->opcode == Opcode::AtomicLoad) && !i->isVolatile) {
    auto address = exactAddress(pointers_, instance, program_.operandsOf(*i)[0]);
    auto it = address ? variables_.find(*address) : variables_.end();
    if (it != variables_.end() && it->second == static_cast<uint64_t>(i->immediate))
      return {Subject::Memory, {}, {}, *address};
  }
  return {Subject::Value, function, value, {}};
}

std::optional<Conditions::Test> Conditions::testOf(InstanceId instance, ValueId condition, bool truth, unsigned depth) {
  const Function& function = pointers_.functionOf(instance);
  condition = stripCopies(program_, function, condition);
  if (!condition.isLocal() || depth > 16) return std::nullopt;
  const Instruction* i = definitionOf(instance, condition);
  auto operands = i ? program_.operandsOf(*i) : llvm::ArrayRef<ValueId>();
  if (i && i->opcode == Opcode::Compare && i->compare != CompareKind::Other && operands[1].isConstant()) {
    const Constant& c = program_.constants[operands[1].constant()];
    if (c.kind != ConstantKind::Integer && c.kind != ConstantKind::Null) return std::nullopt;
    int64_t bound = c.kind == ConstantKind::Integer ? c.value : 0;
    bool isEquality = i->compare == CompareKind::Equal || i->compare == CompareKind::NotEqual;
    if (isEquality && bound == 0 && isTruth(instance, operands[0]))
      return testOf(instance, operands[0], truth == (i->compare == CompareKind::NotEqual), depth + 1);
    Test test{subjectOf(instance, operands[0]), {!isEquality, !isEquality && i->isUnsigned, bound}, truth};
    if (i->compare == CompareKind::NotEqual || i->compare == CompareKind::GreaterEqual ||
        i->compare == CompareKind::Greater)
      test.truth = !truth;
    if (i->compare == CompareKind::Greater || i->compare == CompareKind::LessEqual) ++test.test.bound;
    return test;
  }
  if (i && i->opcode == Opcode::Binary && i->binary == BinaryKind::Xor && isTruth(instance, operands[0])) {
    auto number = program_.integer(operands[1]);
    if (number == 1 || number == -1) return testOf(instance, operands[0], !truth, depth + 1);
  }
  if (i && i->opcode == Opcode::Select) {
    auto yes = program_.integer(operands[1]), no = program_.integer(operands[2]);
    if (yes && no && (*yes != 0) != (*no != 0)) return testOf(instance, operands[0], truth == (*yes != 0), depth + 1);
  }
  return Test{subjectOf(instance, condition), {false, false, 0}, !truth};
}

std::vector<Conditions::Test> Conditions::testsOnEdge(InstanceId instance, BlockId id, unsigned successor) {
  std::vector<Test> result;
  const Block& block = program_.blocks[id];
  const Instruction& last =
      program_.instructions[InstructionId(block.firstInstruction.index + block.instructionCount - 1)];
  auto operands = program_.operandsOf(last);
  if (last.opcode == Opcode::Branch) {
    if (auto test = testOf(instance, operands[0], successor == 0)) result.push_back(*test);
  } else if (last.opcode == Opcode::Switch && operands[0].isLocal()) {
    Subject subject = subjectOf(instance, operands[0]);
    for (unsigned k = 1; k < operands.size(); ++k) {
      auto number = program_.integer(operands[k]);
      bool isTaken = successor == k;
      if (number && (isTaken || successor == 0)) result.push_back({subject, {false, false, *number}, isTaken});
    }
  }
  return result;
}

// The blocks that end with a choice between changing the state and not.
std::vector<BlockId> Conditions::deciding(InstanceId instance, const Balance& balance, Uses uses) {
  FunctionId id = pointers_.instances()[instance].function;
  const Function& function = program_.functions[id];
  std::vector<BlockId> changing, result;
  if (!balance.isAmbiguous(instance)) return result;
  for (BlockId b : program_.blocksOf(function))
    for (InstructionId i : program_.instructionsOf(program_.blocks[b]))
      if (balance.changes(instance, i, uses)) {
        changing.push_back(b);
        break;
      }
  if (changing.empty()) return result;
  const Dominators& dominators = counting_.dominatorsOf(id);
  // A block that control only gets to by a choice: by one, or by one of several, as in `if (a || b)`.
  auto isChosen = [&](BlockId s) {
    const auto& before = dominators.predecessors(s);
    return before.size() == 1 || llvm::all_of(before, [&](BlockId p) {
             return program_.successorsOf(program_.blocks[p]).size() > 1 && !dominators.dominates(s, p);
           });
  };
  for (BlockId b : program_.blocksOf(function)) {
    auto successors = program_.successorsOf(program_.blocks[b]);
    if (successors.size() < 2 || !dominators.reachable(b)) continue;
    bool decides = llvm::any_of(successors, [&](BlockId s) {
      return isChosen(s) &&
             llvm::any_of(changing, [&](BlockId c) { return dominators.reachable(c) && dominators.dominates(s, c); });
    });
    if (decides) result.push_back(b);
  }
  return result;
}

ConditionId Conditions::intern(const Condition& condition) {
  auto [it, isNew] = ids_.try_emplace(condition, conditions_.end_id());
  if (!isNew) return it->second;
  ConditionId id = conditions_.push(condition);
  about_[condition.subject].push_back(id);
  if (condition.subject.kind != Subject::Value) return id;
  // It changes with all that the value is computed from.
  FunctionId function = condition.subject.function;
  std::vector<ValueId> work{condition.subject.value};
  std::set<ValueId> seen(work.begin(), work.end());
  while (!work.empty()) {
    ValueId value = work.back();
    work.pop_back();
    if (!value.isLocal()) continue;
    depending_[{function, value.local()}].push_back(id);
    InstructionId definition = program_.local(program_.functions[function], value.local()).definition;
    if (!definition) continue;
    const Instruction& i = program_.instructions[definition];
    if (i.opcode != Opcode::Binary && i.opcode != Opcode::Copy) continue;
    for (ValueId operand : program_.operandsOf(i))
      if (seen.insert(operand).second) work.push_back(operand);
  }
  return id;
}

bool Conditions::mayFork(InstanceId instance, InstructionId i) const {
  if (!isCall(program_.instructions[i].opcode)) return false;
  return origins_.forkAt(Origins::main(), {instance, i}).valid() ||
         llvm::any_of(pointers_.callees({instance, i}), [&](InstanceId callee) { return forking_[callee.index]; });
}

// Where threads may have been created: behind forks of main's, in the order that control goes.
void Conditions::findForked() {
  auto instances = origins_.instancesOf(Origins::main());
  forking_.resize(pointers_.instances().size());
  for (uint32_t f = 0; f < origins_.forkCount(); ++f) forking_.set(origins_[ForkId(f)].site.instance.index);
  reach_.addCallers(forking_);
  llvm::BitVector entered(pointers_.instances().size()); // when there may be threads
  for (bool isChanged = true; isChanged;) {
    isChanged = false;
    for (InstanceId instance : instances) {
      const Function& function = pointers_.functionOf(instance);
      if (!entered[instance.index] && !forking_[instance.index]) continue;
      std::vector<BlockId> work;
      auto reach = [&](BlockId b) {
        if (!forkedBefore_.insert({instance, b}).second) return;
        work.push_back(b);
        isChanged = true;
      };
      auto leave = [&](BlockId b) {
        for (BlockId s : program_.successorsOf(program_.blocks[b])) reach(s);
        for (BlockId s : program_.handlersOf(program_.blocks[b])) reach(s);
      };
      if (entered[instance.index] && function.blockCount) reach(function.firstBlock);
      for (BlockId b : program_.blocksOf(function)) {
        bool isForking = false;
        for (InstructionId i : program_.instructionsOf(program_.blocks[b])) isForking |= mayFork(instance, i);
        if (isForking) leave(b);
      }
      while (!work.empty()) {
        BlockId b = work.back();
        work.pop_back();
        leave(b);
      }
      for (BlockId b : program_.blocksOf(function)) {
        bool isForked = forkedBefore_.count({instance, b}) != 0;
        for (InstructionId i : program_.instructionsOf(program_.blocks[b])) {
          if (!isCall(program_.instructions[i].opcode)) continue;
          if (isForked)
            for (InstanceId callee : pointers_.callees({instance, i})) {
              isChanged |= !entered[callee.index];
              entered.set(callee.index);
            }
          isForked |= mayFork(instance, i);
        }
      }
    }
  }
}

// Variables that decide something, and that nobody writes once there are threads.
void Conditions::findSettled(const Balance& balance, Uses uses) {
  std::map<ObjectId, std::vector<ExactAddress>> byObject;
  for (uint32_t n = 0; n < pointers_.instances().size(); ++n)
    for (BlockId b : deciding(InstanceId(n), balance, uses)) {
      auto test = [&]() -> std::optional<Test> {
        auto tests = testsOnEdge(InstanceId(n), b, 1);
        return tests.empty() ? std::nullopt : std::optional(tests[0]);
      }();
      if (!test || test->subject.kind != Subject::Value) continue;
      const Instruction* i = definitionOf(InstanceId(n), test->subject.value);
      if (!i || (i->opcode != Opcode::Load && i->opcode != Opcode::AtomicLoad) || i->isVolatile) continue;
      auto address = exactAddress(pointers_, InstanceId(n), program_.operandsOf(*i)[0]);
      if (!address || !reach_.isSingle(address->object)) continue;
      const Object& object = pointers_.objects()[address->object];
      if (object.kind == ObjectKind::Global && program_.globals[GlobalId(object.site)].isExternal) continue;
      if (object.kind != ObjectKind::Global && object.kind != ObjectKind::Heap) continue;
      if (variables_.try_emplace(*address, static_cast<uint64_t>(i->immediate)).second)
        byObject[address->object].push_back(*address);
    }
  if (variables_.empty()) return;
  findForked();
  std::set<InstanceId> ofOthers;
  for (uint32_t o = 1; o < origins_.size(); ++o)
    for (InstanceId instance : origins_.instancesOf(OriginId(o))) ofOthers.insert(instance);
  std::set<ExactAddress> changing;
  std::map<ExactAddress, std::vector<std::pair<InstanceId, InstructionId>>> writes;
  for (uint32_t n = 0; n < pointers_.instances().size(); ++n) {
    InstanceId instance(n);
    for (BlockId b : program_.blocksOf(pointers_.functionOf(instance))) {
      bool isForked = forkedBefore_.count({instance, b}) != 0 || ofOthers.count(instance) != 0;
      for (InstructionId i : program_.instructionsOf(program_.blocks[b])) {
        Opcode opcode = program_.instructions[i].opcode;
        if (!writesMemory(opcode) && !isCall(opcode)) continue;
        for (const MemoryAccess& access : accessesOf(pointers_, instance, i)) {
          if (access.mode == AccessMode::Read) continue;
          std::set<ExactAddress> near;
          for (LocationId place : pointers_.pointsTo(instance, access.pointer))
            if (auto it = byObject.find(pointers_.objects()[place].object); it != byObject.end())
              near.insert(it->second.begin(), it->second.end());
          for (const ExactAddress& variable : near) {
            if (!mayOverwrite(pointers_, instance, access.pointer, access.bytes, variable)) continue;
            writes[variable].push_back({instance, i});
            if (isForked) changing.insert(variable);
          }
        }
        isForked |= mayFork(instance, i);
      }
    }
  }
  for (const ExactAddress& variable : changing) {
    variables_.erase(variable);
    writes.erase(variable);
  }
  for (const auto& [variable, list] : writes) {
    llvm::BitVector& writers = writers_[variable];
    writers.resize(pointers_.instances().size());
    for (auto [instance, i] : list) {
      writers.set(instance.index);
      written_[{instance, i}];
    }
    reach_.addCallers(writers);
  }
}

// The tests that decide, and where what they test comes from.
void Conditions::findValues(const Balance& balance, Uses uses) {
  for (uint32_t n = 0; n < pointers_.instances().size(); ++n) {
    InstanceId instance(n);
    const Function& function = pointers_.functionOf(instance);
    auto blocks = deciding(instance, balance, uses);
    if (blocks.empty()) continue;
    for (BlockId b : blocks) deciding_.insert({instance, b});
    std::map<Subject, unsigned> tested;
    for (BlockId b : program_.blocksOf(function))
      if (program_.successorsOf(program_.blocks[b]).size() > 1)
        for (const Test& test : testsOnEdge(instance, b, 1)) ++tested[test.subject];
    for (BlockId b : blocks)
      for (unsigned k = 0; k < program_.successorsOf(program_.blocks[b]).size(); ++k)
        for (const Test& test : testsOnEdge(instance, b, k)) {
          ValueId value = test.subject.value;
          const Instruction* i = test.subject.kind == Subject::Value ? definitionOf(instance, value) : nullptr;
          // A test that is made once tells nothing, unless of what is known otherwise.
          bool isKnown = test.subject.kind == Subject::Memory || !i || i->opcode == Opcode::Phi;
          if (i && isCall(i->opcode))
            for (InstanceId callee : pointers_.callees({instance, program_.local(function, value.local()).definition}))
              isKnown |= balance.leavesSeveral(callee);
          if (!isKnown && tested[test.subject] < 2) continue;
          told_.insert(intern({test.subject, test.test}));
          if (test.subject.kind == Subject::Value) addSources(instance, value, test.test, balance);
          if (test.subject.kind != Subject::Memory) continue;
          llvm::BitVector& testers = testers_[test.subject.address];
          testers.resize(pointers_.instances().size());
          testers.set(n);
        }
  }
  for (auto& [variable, testers] : testers_) reach_.addCallers(testers);
}

// A value that is chosen on the way, or returned by a function of the program, passes the test when what it comes from
// does.
void Conditions::addSources(InstanceId instance, ValueId value, NumberTest test, const Balance& balance,
                            unsigned depth) {
  constexpr unsigned maxDepth = 6;
  const Instruction* i = definitionOf(instance, value);
  if (depth > maxDepth) return;
  auto add = [&](InstanceId in, ValueId from) {
    if (!from.isLocal()) return;
    // A truth value stands for the condition that it is of.
    bool isOfTruth = !test.isLess && (test.bound == 0 || test.bound == 1) && isTruth(in, from);
    if (auto own = isOfTruth ? testOf(in, from, true) : std::nullopt) intern({own->subject, own->test});
    Subject subject = subjectOf(in, from);
    bool isNew = !ids_.count({subject, test});
    intern({subject, test});
    if (isNew && subject.kind == Subject::Value) addSources(in, subject.value, test, balance, depth + 1);
  };
  if (!i) {
    // A parameter: what callers hand over.
    if (value.isLocal())
      for (const auto& [caller, call] : callers_[instance]) {
        auto arguments = program_.argumentsOf(program_.instructions[call]);
        if (value.local().index < arguments.size() && pointers_.isPlainCall({caller, call}))
          add(caller, arguments[value.local().index]);
      }
    return;
  }
  if (i->opcode == Opcode::Phi)
    for (ValueId operand : program_.operandsOf(*i)) add(instance, operand);
  if (!isCall(i->opcode)) return;
  InstructionId call = program_.local(pointers_.functionOf(instance), value.local()).definition;
  if (!pointers_.isPlainCall({instance, call}) || !pointers_.modelsAt({instance, call}).empty()) return;
  for (InstanceId callee : pointers_.callees({instance, call})) {
    Condition result{resultOf(pointers_.instances()[callee].function), test};
    if (!balance.leavesSeveral(callee)) continue; // nothing follows from what it returns
    if (ids_.count(result)) continue;
    intern(result);
    for (BlockId b : program_.blocksOf(pointers_.functionOf(callee)))
      for (InstructionId k : program_.instructionsOf(program_.blocks[b])) {
        auto operands = program_.operandsOf(program_.instructions[k]);
        if (program_.instructions[k].opcode == Opcode::Return && !operands.empty()) add(callee, operands[0]);
      }
  }
}

void Conditions::find(const Balance& balance, Uses uses) {
  atEntry_.resize(origins_.size());
  if (origins_.forkCount() == 0) return;
  for (uint32_t n = 0; n < pointers_.instances().size(); ++n)
    for (const Reach::Edge& e : reach_.edges(InstanceId(n)))
      if (!e.isFork) callers_[e.callee].push_back({InstanceId(n), e.call});
  findSettled(balance, uses);
  findValues(balance, uses);
  for (auto& [site, written] : written_)
    for (const MemoryAccess& access : accessesOf(pointers_, site.first, site.second)) {
      if (access.mode == AccessMode::Read) continue;
      for (const auto& [variable, bytes] : variables_) {
        if (!mayOverwrite(pointers_, site.first, access.pointer, access.bytes, variable)) continue;
        Subject subject{Subject::Memory, {}, {}, variable};
        auto ids = about(subject);
        written.changed.insert(written.changed.end(), ids.begin(), ids.end());
        const Instruction& i = program_.instructions[site.second];
        bool isStore = i.opcode == Opcode::Store || i.opcode == Opcode::AtomicStore;
        auto exact = exactAddress(pointers_, site.first, access.pointer);
        auto number = isStore ? program_.integer(program_.operandsOf(i)[1]) : std::nullopt;
        if (number && exact && *exact == variable && access.bytes == bytes) {
          auto known = ofNumber(subject, *number);
          written.known.insert(written.known.end(), known.begin(), known.end());
        }
      }
    }
  if (!variables_.empty()) findEntries();
}

llvm::ArrayRef<ConditionId> Conditions::about(const Subject& subject) const {
  auto it = about_.find(subject);
  return it == about_.end() ? llvm::ArrayRef<ConditionId>() : llvm::ArrayRef(it->second);
}

std::vector<Literal> Conditions::ofNumber(const Subject& subject, int64_t number) const {
  std::vector<Literal> result;
  for (ConditionId id : about(subject)) result.push_back({id, conditions_[id].test.of(number)});
  return result;
}

const std::vector<Literal>& Conditions::onEdge(InstanceId instance, BlockId block, unsigned successor) {
  auto [it, isNew] = edges_.try_emplace({instance, block, successor});
  if (!isNew || empty()) return it->second;
  for (const Test& test : testsOnEdge(instance, block, successor))
    for (ConditionId id : about(test.subject))
      if (auto truth = implied(test.test, test.truth, conditions_[id].test)) it->second.push_back({id, *truth});
  return it->second;
}

bool Conditions::saysSomething(InstanceId instance, BlockId from, BlockId to, unsigned successor) {
  if (!onEdge(instance, from, successor).empty()) return true;
  auto [it, isNew] = hasPhi_.try_emplace(to, false);
  if (isNew)
    for (InstructionId i : program_.instructionsOf(program_.blocks[to])) {
      if (program_.instructions[i].opcode != Opcode::Phi) break;
      it->second |= !dependingOn(program_.blocks[to].function, program_.instructions[i].result).empty();
    }
  return it->second;
}

Conditions::Same Conditions::same(InstanceId instance, ValueId value, Literal of) {
  const NumberTest& test = conditions_[of.condition].test;
  if (auto number = program_.integer(value)) return {{}, test.of(*number) == of.truth};
  if (value.isConstant()) {
    if (program_.constants[value.constant()].kind == ConstantKind::Null) return {{}, test.of(0) == of.truth};
    return {};
  }
  // A truth value stands for the condition that it is of.
  bool isZeroTest = !test.isLess && test.bound == 0;
  if ((isZeroTest || (!test.isLess && test.bound == 1)) && isTruth(instance, value))
    if (auto own = testOf(instance, value, of.truth != isZeroTest))
      if (auto it = ids_.find({own->subject, own->test}); it != ids_.end())
        return {Literal{it->second, own->truth}, {}};
  auto it = ids_.find({subjectOf(instance, value), test});
  if (it == ids_.end()) return {};
  return {Literal{it->second, of.truth}, {}};
}

llvm::ArrayRef<ConditionId> Conditions::dependingOn(FunctionId function, LocalId local) const {
  auto it = depending_.find({function, local});
  return it == depending_.end() ? llvm::ArrayRef<ConditionId>() : llvm::ArrayRef(it->second);
}

const Conditions::Written* Conditions::writtenBy(InstanceId instance, InstructionId instruction) const {
  if (written_.empty()) return nullptr;
  auto it = written_.find({instance, instruction});
  return it == written_.end() ? nullptr : &it->second;
}

bool Conditions::isIn(const InstanceSets& sets, InstanceId instance, ConditionId id) const {
  auto it = sets.find(conditions_[id].subject.address);
  return it != sets.end() && it->second[instance.index];
}

// What is known where threads are created: forwards over what main does, with one answer for each function.
void Conditions::findEntries() {
  using Facts = std::optional<std::vector<Literal>>; // nothing: not reached
  auto meet = [](Facts& into, const std::vector<Literal>& more) {
    if (!into) {
      into = more;
      return true;
    }
    std::vector<Literal> both;
    std::set_intersection(into->begin(), into->end(), more.begin(), more.end(), std::back_inserter(both));
    bool isChanged = both != *into;
    into = std::move(both);
    return isChanged;
  };
  auto isMemory = [&](const Literal& l) { return conditions_[l.condition].subject.kind == Subject::Memory; };
  auto add = [&](std::vector<Literal>& facts, const std::vector<Literal>& more) {
    for (const Literal& l : more)
      if (isMemory(l) && !llvm::is_contained(facts, l)) facts.push_back(l);
    std::sort(facts.begin(), facts.end());
  };
  std::map<InstanceId, Facts> entry, exit;
  std::map<std::pair<InstanceId, BlockId>, Facts> blocks;
  std::vector<Facts> atForks(origins_.forkCount());
  std::vector<Literal> first;
  for (const auto& [variable, bytes] : variables_)
    if (InitialValue value = initialValue(pointers_, variable, bytes); value.kind == InitialKind::Number)
      add(first, ofNumber({Subject::Memory, {}, {}, variable}, value.number));
  atEntry_[0] = first;
  entry[origins_[Origins::main()].entry] = first;
  for (bool isChanged = true; isChanged;) {
    isChanged = false;
    for (InstanceId instance : origins_.instancesOf(Origins::main())) {
      const Function& function = pointers_.functionOf(instance);
      if (!entry[instance] || !function.blockCount) continue;
      isChanged |= meet(blocks[{instance, function.firstBlock}], *entry[instance]);
      for (BlockId b : program_.blocksOf(function)) {
        if (!blocks[{instance, b}]) continue;
        std::vector<Literal> facts = *blocks[{instance, b}];
        bool isReached = true;
        for (InstructionId i : program_.instructionsOf(program_.blocks[b])) {
          if (const Written* written = writtenBy(instance, i)) {
            std::erase_if(facts, [&](const Literal& l) { return llvm::is_contained(written->changed, l.condition); });
            add(facts, written->known);
          }
          const Instruction& instruction = program_.instructions[i];
          std::vector<Literal> thrown = facts;
          if (isCall(instruction.opcode)) {
            if (ForkId fork = origins_.forkAt(Origins::main(), {instance, i}))
              isChanged |= meet(atForks[fork.index], facts);
            auto callees = pointers_.callees({instance, i});
            Facts after;
            for (InstanceId callee : callees) {
              isChanged |= meet(entry[callee], facts);
              std::erase_if(thrown, [&](const Literal& l) { return mayWrite(callee, l.condition); });
              if (!exit[callee]) continue; // does not return, as far as is known
              std::vector<Literal> out = facts;
              std::erase_if(out, [&](const Literal& l) { return mayWrite(callee, l.condition); });
              add(out, *exit[callee]);
              meet(after, out);
            }
            bool isPlain = pointers_.isPlainCall({instance, i});
            if (!isPlain && !callees.empty()) meet(after, facts);
            if (!callees.empty() && !after) isReached = false;
            if (!callees.empty() && after) facts = *after;
          }
          if (instruction.opcode == Opcode::Return) isChanged |= meet(exit[instance], facts);
          for (BlockId h : program_.handlersOf(program_.blocks[b])) isChanged |= meet(blocks[{instance, h}], thrown);
          if (!isReached) break;
        }
        auto successors = program_.successorsOf(program_.blocks[b]);
        for (unsigned k = 0; isReached && k < successors.size(); ++k) {
          std::vector<Literal> out = facts;
          const auto& known = onEdge(instance, b, k);
          bool isNever = llvm::any_of(known, [&](const Literal& l) { return llvm::is_contained(facts, !l); });
          if (isNever) continue;
          add(out, known);
          isChanged |= meet(blocks[{instance, successors[k]}], out);
        }
      }
    }
  }
  // Nothing is settled that changes later: a thread hands on what it knew itself.
  for (uint32_t o = 1; o < origins_.size(); ++o) {
    Facts facts;
    for (uint32_t f = 0; f < origins_.forkCount(); ++f) {
      const Fork& fork = origins_[ForkId(f)];
      if (!llvm::is_contained(fork.origins, OriginId(o))) continue;
      if (fork.by == Origins::main())
        meet(facts, atForks[f].value_or(std::vector<Literal>()));
      else
        meet(facts, fork.by.index < o ? atEntry_[fork.by.index] : std::vector<Literal>());
    }
    if (facts) atEntry_[o] = *facts;
  }
}

} // namespace steward
