#include "order/sweeps.h"

#include "pointer/call_parts.h"

namespace steward {

namespace {

const Instruction* definition(const Program& program, const Function& function, ValueId value) {
  if (!value.isLocal()) return nullptr;
  InstructionId id = program.local(function, value.local()).definition;
  return id ? &program.instructions[id] : nullptr;
}

// What is compared, and whether the condition is true when the two are equal, less, …
struct Test {
  ValueId left, right;
  CompareKind kind = CompareKind::Other;
};

// Through `!`, conversions and comparisons of truth values.
std::optional<Test> testOf(const Program& program, const Function& function, ValueId condition) {
  bool isNegated = false;
  for (unsigned depth = 0; depth < 16; ++depth) {
    condition = stripCopies(program, function, condition);
    const Instruction* i = definition(program, function, condition);
    if (!i || i->opcode != Opcode::Compare) return std::nullopt;
    auto operands = program.operandsOf(*i);
    const Instruction* left = definition(program, function, stripCopies(program, function, operands[0]));
    bool isOfTruth = left && left->opcode == Opcode::Compare && program.integer(operands[1]) == 0 &&
                     (i->compare == CompareKind::Equal || i->compare == CompareKind::NotEqual);
    if (!isOfTruth) return Test{operands[0], operands[1], isNegated ? negated(i->compare) : i->compare};
    isNegated ^= i->compare == CompareKind::Equal;
    condition = operands[0];
  }
  return std::nullopt;
}

bool isZero(const Program& program, ValueId value) {
  if (program.integer(value) == 0) return true;
  return value.isConstant() && program.constants[value.constant()].kind == ConstantKind::Null;
}

// The address without the members taken of it; `distance` counts their bytes.
ValueId elementOf(const Program& program, const Function& function, ValueId address, int64_t* distance = nullptr) {
  for (unsigned depth = 0; depth < 16; ++depth) {
    const Instruction* i = definition(program, function, address);
    bool isMember = i && (i->opcode == Opcode::Field || (i->opcode == Opcode::Index && i->immediate == 1 &&
                                                         program.integer(program.operandsOf(*i)[1])));
    if (!isMember && !(i && i->opcode == Opcode::Copy)) break;
    if (isMember && distance)
      *distance += i->opcode == Opcode::Field ? i->immediate : *program.integer(program.operandsOf(*i)[1]);
    address = program.operandsOf(*i)[0];
  }
  return address;
}

} // namespace

ZeroTest zeroTest(const Program& program, const Function& function, ValueId condition) {
  auto test = testOf(program, function, condition);
  if (!test || (test->kind != CompareKind::Equal && test->kind != CompareKind::NotEqual)) return {};
  if (!isZero(program, test->right)) return {};
  ValueId value = stripCopies(program, function, test->left);
  const Instruction* load = definition(program, function, value);
  if (!load || load->opcode != Opcode::Load || load->immediate != 8) return {};
  return {program.operandsOf(*load)[0], program.local(function, value.local()).definition,
          test->kind == CompareKind::Equal};
}

// The calls that wait for a thread whose handle lies somewhere.
std::vector<Sweeps::Wait> Sweeps::waits(InstanceId instance) {
  const Program& program = pointers_.program();
  std::vector<Wait> found;
  for (BlockId b : program.blocksOf(pointers_.functionOf(instance)))
    for (InstructionId id : program.instructionsOf(program.blocks[b])) {
      const Instruction& call = program.instructions[id];
      if (!isCall(call.opcode)) continue;
      for (const CallModel* model : pointers_.modelsAt({instance, id}))
        for (const Effect& effect : model->effects) {
          CallPart part = effect.kind == EffectKind::Join ? effect.handle : effect.object;
          bool isWait = effect.kind == EffectKind::Join || effect.kind == EffectKind::Await;
          if (!isWait || effect.when != When::Always || !part.indirect) continue;
          if (ValueId handle = argumentOf(program, call, part)) found.push_back({b, handle, 0});
        }
      // A function that waits for what it is handed.
      auto callees = pointers_.callees({instance, id});
      if (callees.size() != 1 || !pointers_.isPlainCall({instance, id})) continue;
      auto arguments = program.argumentsOf(call);
      for (uint32_t k = 0; k < arguments.size() && k < pointers_.functionOf(callees[0]).parameterCount; ++k)
        if (auto distance = waitsFor(callees[0], LocalId(k), 0)) found.push_back({b, arguments[k], *distance});
    }
  return found;
}

std::optional<int64_t> Sweeps::waitsFor(InstanceId callee, LocalId parameter, unsigned depth) {
  auto [it, isNew] = waitsFor_.try_emplace({callee, parameter}); // nothing meanwhile: recursion does not wait
  if (!isNew || depth > 3) return it->second;
  const Program& program = pointers_.program();
  const Function& function = pointers_.functionOf(callee);
  std::vector<Wait> own;
  std::optional<int64_t> result;
  for (const Wait& wait : waits(callee)) {
    int64_t distance = wait.distance;
    if (elementOf(program, function, wait.handle, &distance) != ValueId::local(parameter)) continue;
    if (!result) result = distance;
    if (result == distance) own.push_back(wait);
  }
  if (own.empty()) return std::nullopt;
  std::vector<BlockId> blocks;
  for (BlockId b : program.blocksOf(function)) blocks.push_back(b);
  if (!isAlways(callee, blocks, function.firstBlock, {}, own)) return std::nullopt;
  return waitsFor_[{callee, parameter}] = result;
}

// Whether every way from a block back to another, or to the end of the function when that is invalid, passes one of the
// waits, or a test that says that there is nothing to wait for.
bool Sweeps::isAlways(InstanceId instance, llvm::ArrayRef<BlockId> region, BlockId from, BlockId back,
                      llvm::ArrayRef<Wait> waits) {
  const Program& program = pointers_.program();
  const Function& function = pointers_.functionOf(instance);
  std::vector<BlockId> work{from};
  llvm::DenseSet<BlockId> seen{from};
  while (!work.empty()) {
    BlockId b = work.back();
    work.pop_back();
    if (llvm::any_of(waits, [&](const Wait& wait) { return wait.block == b && !wait.isTest; })) continue;
    const Block& block = program.blocks[b];
    const Instruction& last =
        program.instructions[InstructionId(block.firstInstruction.index + block.instructionCount - 1)];
    if (!back && last.opcode == Opcode::Return) return false;
    ZeroTest test;
    if (last.opcode == Opcode::Branch) test = zeroTest(program, function, program.operandsOf(last)[0]);
    bool isOfHandle = test.address && llvm::any_of(waits, [&](const Wait& wait) {
                        return elementOf(program, function, test.address) == elementOf(program, function, wait.handle);
                      });
    auto successors = program.successorsOf(block);
    for (unsigned k = 0; k < successors.size(); ++k) {
      if (isOfHandle && (k == 0) == test.whenTrue) continue; // empty
      if (back && successors[k] == back) return false;
      if (llvm::is_contained(region, successors[k]) && seen.insert(successors[k]).second) work.push_back(successors[k]);
    }
  }
  return true;
}

std::optional<Sweeps::Iteration> Sweeps::iteration(InstanceId instance, const NaturalLoop& loop, ValueId element) {
  const Program& program = pointers_.program();
  const Function& function = pointers_.functionOf(instance);
  const Instruction* i = definition(program, function, element);
  if (!i) return std::nullopt;
  BlockId block = reach_.blockOf(program.local(function, element.local()).definition);
  if (i->opcode == Opcode::Phi && block == loop.header) return byPointer(instance, loop, element.local(), 1);
  // Backwards: the element before the one that the round began with.
  ValueId next = i->opcode == Opcode::Index ? stripCopies(program, function, program.operandsOf(*i)[0]) : ValueId();
  const Instruction* phi = definition(program, function, next);
  if (phi && phi->opcode == Opcode::Phi && program.integer(program.operandsOf(*i)[1]) == -1 &&
      reach_.blockOf(program.local(function, next.local()).definition) == loop.header)
    return byPointer(instance, loop, next.local(), -1);
  if (i->opcode == Opcode::Index) return byIndex(instance, loop, *i);
  return std::nullopt;
}

// What a variable of the loop starts from, when each round takes a step; `isStep` says whether an instruction is one.
static std::optional<ValueId> startOf(const Program& program, const Function& function, const NaturalLoop& loop,
                                      LocalId variable, llvm::function_ref<bool(const Instruction&)> isStep) {
  const Instruction& phi = program.instructions[program.local(function, variable).definition];
  auto operands = program.operandsOf(phi);
  auto from = program.incomingOf(phi);
  std::optional<ValueId> start;
  for (size_t k = 0; k < operands.size(); ++k) {
    ValueId value = stripCopies(program, function, operands[k]);
    if (!loop.contains(from[k])) {
      if (start) return std::nullopt;
      start = value;
      continue;
    }
    const Instruction* step = definition(program, function, value);
    if (!step || !isStep(*step)) return std::nullopt;
  }
  return start;
}

// The test in the header, with the successor that leaves the loop.
static std::optional<std::pair<Test, unsigned>> exitTest(const Program& program, const Function& function,
                                                         const NaturalLoop& loop) {
  const Block& header = program.blocks[loop.header];
  const Instruction& branch =
      program.instructions[InstructionId(header.firstInstruction.index + header.instructionCount - 1)];
  if (branch.opcode != Opcode::Branch) return std::nullopt;
  auto successors = program.successorsOf(header);
  if (loop.contains(successors[0]) == loop.contains(successors[1])) return std::nullopt;
  unsigned exit = loop.contains(successors[0]) ? 1 : 0;
  auto test = testOf(program, function, program.operandsOf(branch)[0]);
  if (!test) return std::nullopt;
  if (exit == 1) test->kind = negated(test->kind); // what holds on the way out
  return std::pair(*test, exit);
}

std::optional<Sweeps::Iteration> Sweeps::byPointer(InstanceId instance, const NaturalLoop& loop, LocalId pointer,
                                                   int64_t direction) {
  const Program& program = pointers_.program();
  const Function& function = pointers_.functionOf(instance);
  ValueId own = ValueId::local(pointer);
  auto start = startOf(program, function, loop, pointer, [&](const Instruction& step) {
    return step.opcode == Opcode::Index && program.integer(program.operandsOf(step)[1]) == direction &&
           stripCopies(program, function, program.operandsOf(step)[0]) == own;
  });
  bool isChain = !start && direction > 0;
  if (isChain)
    start = startOf(program, function, loop, pointer, [&](const Instruction& step) {
      return step.opcode == Opcode::Load && elementOf(program, function, program.operandsOf(step)[0]) == own;
    });
  auto test = exitTest(program, function, loop);
  if (!start || !test) return std::nullopt;
  auto [leaves, exit] = *test;
  ValueId left = stripCopies(program, function, leaves.left), right = stripCopies(program, function, leaves.right);
  if (leaves.kind == CompareKind::Equal && right == own) std::swap(left, right);
  CompareKind beyond = direction < 0 ? CompareKind::LessEqual : CompareKind::GreaterEqual;
  if (left != own || (leaves.kind != CompareKind::Equal && leaves.kind != beyond)) return std::nullopt;
  if (direction < 0) return Iteration{right, *start, exit, 0, false};
  return Iteration{*start, right, exit, 0, isChain};
}

// base[i] for i from 0 to as many as lie between base and another pointer.
std::optional<Sweeps::Iteration> Sweeps::byIndex(InstanceId instance, const NaturalLoop& loop,
                                                 const Instruction& index) {
  const Program& program = pointers_.program();
  const Function& function = pointers_.functionOf(instance);
  ValueId counter = stripCopies(program, function, program.operandsOf(index)[1]);
  const Instruction* phi = definition(program, function, counter);
  if (!phi || phi->opcode != Opcode::Phi) return std::nullopt;
  if (reach_.blockOf(program.local(function, counter.local()).definition) != loop.header) return std::nullopt;
  auto start = startOf(program, function, loop, counter.local(), [&](const Instruction& step) {
    return step.opcode == Opcode::Binary && step.binary == BinaryKind::Add &&
           program.integer(program.operandsOf(step)[1]) == 1 &&
           stripCopies(program, function, program.operandsOf(step)[0]) == counter;
  });
  auto test = exitTest(program, function, loop);
  if (!start || program.integer(*start) != 0 || !test) return std::nullopt;
  auto [leaves, exit] = *test;
  if (stripCopies(program, function, leaves.left) != counter) return std::nullopt;
  if (leaves.kind != CompareKind::Equal && leaves.kind != CompareKind::GreaterEqual) return std::nullopt;
  ValueId base = stripCopies(program, function, program.operandsOf(index)[0]);
  ValueId bound = stripCopies(program, function, leaves.right);
  if (auto number = program.integer(bound)) return Iteration{base, {}, exit, *number * index.immediate, false};
  // (end - begin) / size, or shifted by as much.
  const Instruction* scaled = definition(program, function, bound);
  if (!scaled || scaled->opcode != Opcode::Binary) return std::nullopt;
  auto divisor = program.integer(program.operandsOf(*scaled)[1]);
  bool isCount = divisor && ((scaled->binary == BinaryKind::Div && *divisor == index.immediate) ||
                             (scaled->binary == BinaryKind::Shr && *divisor >= 0 && *divisor < 32 &&
                              int64_t{1} << *divisor == index.immediate));
  const Instruction* distance =
      isCount ? definition(program, function, stripCopies(program, function, program.operandsOf(*scaled)[0])) : nullptr;
  if (!distance || distance->opcode != Opcode::Binary || distance->binary != BinaryKind::Sub) return std::nullopt;
  ValueId end = stripCopies(program, function, program.operandsOf(*distance)[0]);
  ValueId begin = stripCopies(program, function, program.operandsOf(*distance)[1]);
  // The base is read again in every round.
  const Instruction* a = definition(program, function, base);
  const Instruction* b = definition(program, function, begin);
  if (!a || !b || a->opcode != Opcode::Load || b->opcode != Opcode::Load) return std::nullopt;
  FunctionId id = pointers_.instances()[instance].function;
  auto x = roots_.of(id, program.operandsOf(*a)[0]), y = roots_.of(id, program.operandsOf(*b)[0]);
  if (!x || !y || x->root != y->root || x->offset != y->offset) return std::nullopt;
  return Iteration{begin, end, exit, 0, false};
}

bool Sweeps::isWhole(InstanceId instance, const NaturalLoop& loop, const Iteration& iteration, BlockId after) {
  const Program& program = pointers_.program();
  const Function& function = pointers_.functionOf(instance);
  const ObjectTable& objects = pointers_.objects();
  auto isOne = [&](ObjectId id) {
    const Object& object = objects[id];
    return reach_.isSingle(id) || (object.kind == ObjectKind::Stack && !reach_.recurs(object.instance));
  };
  // All of an array.
  auto low = exactAddress(pointers_, instance, iteration.begin);
  auto high = iteration.end ? exactAddress(pointers_, instance, iteration.end) : low;
  if (high && !iteration.end) high->offset += static_cast<uint64_t>(std::max<int64_t>(iteration.bytes, 0));
  if (low && high && low->object == high->object && isOne(low->object)) {
    LocationId start = objects.find(low->object, low->offset);
    if (!start || objects[start].offset != low->offset) return false; // not where an array starts
    uint64_t size = low->offset == 0 ? objects[low->object].size : objects.extent(start);
    return size && size != Location::any && high->offset >= low->offset + size;
  }
  if (!iteration.end) return false;
  // Once round a list: from what its head points to back to the head.
  if (iteration.isChain) {
    const Instruction* first = definition(program, function, stripCopies(program, function, iteration.begin));
    auto head = first && first->opcode == Opcode::Load
                    ? exactAddress(pointers_, instance, program.operandsOf(*first)[0])
                    : std::nullopt;
    if (!head || !high || head->object != high->object || !isOne(head->object)) return false;
    std::vector<LocationId> own(objects.locationsOf(head->object));
    llvm::DenseSet<ObjectId> nodes;
    for (LocationId place : pointers_.pointsTo(instance, iteration.begin)) {
      ObjectId node = objects.whole(objects[place].object);
      if (node != head->object && nodes.insert(node).second)
        own.insert(own.end(), objects.locationsOf(node).begin(), objects.locationsOf(node).end());
    }
    return !nodes.empty() &&
           llvm::all_of(nodes, [&](ObjectId node) { return owners_.isHeldOnlyAt(node, own, instance, after); });
  }
  // From one pointer of an object to another one into the same memory.
  const Instruction* a = definition(program, function, stripCopies(program, function, iteration.begin));
  const Instruction* b = definition(program, function, stripCopies(program, function, iteration.end));
  if (!a || !b || a->opcode != Opcode::Load || b->opcode != Opcode::Load) return false;
  FunctionId id = pointers_.instances()[instance].function;
  auto x = roots_.of(id, program.operandsOf(*a)[0]), y = roots_.of(id, program.operandsOf(*b)[0]);
  if (!x || !y || x->root != y->root || x->offset == y->offset) return false;
  auto owner = exactAddress(pointers_, instance, program.operandsOf(*a)[0]);
  if (!owner || !isOne(owner->object)) return false;
  // No other object has that memory.
  std::vector<LocationId> own(objects.locationsOf(owner->object));
  llvm::DenseSet<ObjectId> begins, ends;
  for (LocationId place : pointers_.pointsTo(instance, iteration.begin))
    begins.insert(objects.whole(objects[place].object));
  for (LocationId place : pointers_.pointsTo(instance, iteration.end))
    ends.insert(objects.whole(objects[place].object));
  return !begins.empty() && begins == ends &&
         llvm::all_of(begins, [&](ObjectId memory) { return owners_.isHeldOnlyAt(memory, own, instance, after); });
}

bool Sweeps::isOfThread(InstanceId instance, ValueId handle) const {
  auto stored = owners_.contentOf(pointers_.pointsTo(instance, handle));
  return !stored.empty() && pointers_.objects()[stored[0]].kind == ObjectKind::Thread;
}

llvm::ArrayRef<Sweep> Sweeps::of(InstanceId instance) {
  auto [it, isNew] = sweeps_.try_emplace(instance);
  if (!isNew) return it->second;
  const Program& program = pointers_.program();
  const Function& function = pointers_.functionOf(instance);
  std::vector<Wait> all = waits(instance);
  // Destructors wait for nobody: they end the process where there is somebody to wait for.
  for (BlockId b : program.blocksOf(function)) {
    const Block& block = program.blocks[b];
    const Instruction& last =
        program.instructions[InstructionId(block.firstInstruction.index + block.instructionCount - 1)];
    ZeroTest test;
    if (last.opcode == Opcode::Branch) test = zeroTest(program, function, program.operandsOf(last)[0]);
    if (test.address) all.push_back({b, test.address, 0, true});
  }
  for (const Wait& wait : all)
    for (const NaturalLoop& loop : loops_.loopsOf(pointers_.instances()[instance].function)) {
      if (!loop.contains(wait.block)) continue;
      if (wait.isTest && !isOfThread(instance, wait.handle)) continue;
      ValueId element = elementOf(program, function, wait.handle);
      // A container of pointers to owners: one step further.
      const Instruction* pointer = definition(program, function, stripCopies(program, function, element));
      bool isPointer = pointer && pointer->opcode == Opcode::Load;
      ValueId place = isPointer ? elementOf(program, function, program.operandsOf(*pointer)[0]) : element;
      auto found = iteration(instance, loop, place);
      if (!found) continue;
      auto successors = program.successorsOf(program.blocks[loop.header]);
      BlockId after = successors[found->exit];
      // Of all waits, those for this very handle.
      std::vector<Wait> ofElement;
      for (const Wait& other : all)
        if (elementOf(program, function, other.handle) == element) ofElement.push_back(other);
      std::vector<LocationId> places;
      for (LocationId start : pointers_.pointsTo(instance, wait.handle)) {
        const Location& at = pointers_.objects()[start];
        LocationId place = wait.distance == 0 || at.isAny()
                               ? start
                               : pointers_.objects().find(at.object, at.offset + static_cast<uint64_t>(wait.distance));
        if (place) places.push_back(place);
      }
      if (places.empty() || !isAlways(instance, loop.blocks, successors[1 - found->exit], loop.header, ofElement))
        continue;
      if (!isWhole(instance, loop, *found, after)) continue;
      const ObjectTable& objects = pointers_.objects();
      auto elements = pointers_.pointsTo(instance, place);
      bool areHeld = !isPointer || llvm::all_of(places, [&](LocationId owner) {
        return owners_.isHeldOnlyAt(objects.whole(objects[owner].object), elements, instance, after);
      });
      if (areHeld) it->second.push_back({loop.header, found->exit, after, loop.blocks, std::move(places)});
      break;
    }
  return it->second;
}

bool Sweeps::mayFork(const Sweep& sweep, InstanceId instance, const Fork& fork) {
  if (fork.site.instance == instance && llvm::is_contained(sweep.blocks, reach_.blockOf(fork.site.instruction)))
    return true;
  for (const Reach::Edge& e : reach_.edges(instance))
    if (!e.isFork && llvm::is_contained(sweep.blocks, reach_.blockOf(e.call)) &&
        owners_.reaches(e.callee, fork.site.instance))
      return true;
  return false;
}

} // namespace steward
