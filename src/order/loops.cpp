#include "order/loops.h"

namespace steward {

LoopBound CountedLoops::bound(InstanceId instance, const NaturalLoop& loop, const Count& count) {
  const Program& program = pointers_.program();
  const Function& function = pointers_.functionOf(instance);
  LoopBound result;
  if (!count.index) {
    result.number = count.add;
    return result;
  }
  result.value = count.index;
  result.instance = instance;
  result.add = count.add;
  InstructionId definition =
      count.index.isLocal() ? program.local(function, count.index.local()).definition : InstructionId();
  if (definition && program.instructions[definition].opcode == Opcode::Load) {
    result.variable = exactAddress(pointers_, instance, program.operandsOf(program.instructions[definition])[0]);
    if (loop.contains(reach_.blockOf(definition))) result.value = {}; // read anew in each round
  }
  return result;
}

std::vector<CountedElement> CountedLoops::elements(InstanceId instance, ValueId address, BlockId block, bool always) {
  FunctionId function = pointers_.instances()[instance].function;
  std::vector<CountedElement> result;
  auto places = pointers_.pointsTo(instance, address);
  if (places.size() != 1) return result;
  for (const NaturalLoop& loop : loopsOf(function)) {
    if (!loop.contains(block)) continue;
    for (const Walk& walk : counting_.walks(function, loop, address, block, always)) {
      auto array = arrayStart(instance, walk.array.base);
      if (!array || (!array->isExact && !pointers_.objects().isOnlyArray(places[0]))) continue;
      CountedElement element;
      element.array = *array;
      element.array.array = places[0];
      element.array.offset += walk.array.add;
      if (walk.array.base.isConstant())
        element.array.offset -= pointers_.program().constants[walk.array.base.constant()].value;
      element.stride = walk.stride;
      element.step = walk.step;
      // Whole elements are counted: t[n - 1] is one of an array at t, whatever n starts from.
      int64_t rest = ((element.array.offset % walk.stride) + walk.stride) % walk.stride;
      int64_t shift = (element.array.offset - rest) / walk.stride;
      element.array.offset = rest;
      auto shifted = [&](Count count) {
        count.add += shift;
        return bound(instance, loop, count);
      };
      element.first = shifted(walk.first);
      element.low = shifted(walk.low);
      element.high = shifted(walk.high);
      element.header = loop.header;
      element.exits = walk.skips;
      element.exits.push_back(walk.exit);
      element.hasFirst = walk.hasFirst;
      element.isTestedBefore = walk.isTestedBefore;
      element.isByItself = walk.isByItself;
      result.push_back(std::move(element));
    }
    if (!result.empty()) break;
  }
  return result;
}

// Whether one is at most the other, by what is known of both.
static bool isAtMost(const LoopBound& a, const LoopBound& b) {
  if (a.number && b.number) return *a.number <= *b.number;
  if (a.number || b.number) return false;
  bool isSame = (a.value && a.instance == b.instance && a.value == b.value) || (a.variable && a.variable == b.variable);
  return isSame && a.add <= b.add;
}

// Each round of the loop stores one handle: a loop within it would store several in one element.
std::vector<CountedElement> CountedLoops::forkedElements(const Fork& fork, ValueId handle) {
  BlockId block = reach_.blockOf(fork.site.instruction);
  auto forked = elements(fork.site.instance, handle, block, false);
  if (forked.empty()) return {};
  for (const NaturalLoop& loop : loopsOf(pointers_.instances()[fork.site.instance].function))
    if (loop.contains(block)) return loop.header == forked[0].header ? forked : std::vector<CountedElement>();
  return {};
}

std::optional<CountedElement> CountedLoops::forkedElement(const Fork& fork, ValueId handle) {
  auto forked = forkedElements(fork, handle);
  return forked.empty() ? std::nullopt : std::optional(forked[0]);
}

std::optional<CountedLoops::Range> CountedLoops::range(const CountedElement& element) const {
  if (!element.array.isExact || !element.low.number || !element.high.number) return std::nullopt;
  return Range{pointers_.objects()[element.array.array].object,
               element.array.offset + *element.low.number * element.stride,
               element.array.offset + *element.high.number * element.stride};
}

std::optional<CountedLoops::Range> CountedLoops::range(const ExactAddress& handle) const {
  return Range{handle.object, static_cast<int64_t>(handle.offset), static_cast<int64_t>(handle.offset) + 8};
}

bool CountedLoops::entersLoop(FunctionId function, BlockId header, BlockId from) {
  for (const NaturalLoop& loop : loopsOf(function))
    if (loop.header == header) return !loop.contains(from);
  return false;
}

// Where the array that `value` points into starts. Elements of arrays are one location, so that a location alone does
// not tell rows of a table, or arrays in the structs of an array, from each other.
std::optional<ArrayStart> CountedLoops::arrayStart(InstanceId instance, ValueId value, unsigned depth) {
  const Program& program = pointers_.program();
  const Function& function = pointers_.functionOf(instance);
  const ObjectTable& objects = pointers_.objects();
  auto places = pointers_.pointsTo(instance, value);
  if (places.size() != 1 || depth > 8) return std::nullopt;
  LocationId array = places[0];
  int64_t offset = 0;
  for (unsigned steps = 0; steps < 32; ++steps) {
    places = pointers_.pointsTo(instance, value);
    if (places.size() != 1) return std::nullopt;
    if (value.isConstant()) {
      const Constant& c = program.constants[value.constant()];
      if (c.kind != ConstantKind::Global) return std::nullopt;
      return ArrayStart{array, true, c.value + offset};
    }
    if (value.local().index < function.parameterCount) {
      auto start = arrayStartOfParameter(instance, value.local(), depth);
      if (start) start->array = array, start->offset += offset;
      return start;
    }
    InstructionId definition = program.local(function, value.local()).definition;
    if (!definition) return std::nullopt;
    const Instruction& i = program.instructions[definition];
    auto operands = program.operandsOf(i);
    if (i.opcode == Opcode::Allocate) return ArrayStart{array, true, offset};
    if (i.opcode == Opcode::Field) {
      offset += i.immediate;
    } else if (i.opcode == Opcode::Index) {
      auto index = program.integer(operands[1]);
      if (!index) return std::nullopt;
      offset += i.immediate * *index;
    } else if (i.opcode != Opcode::Copy) {
      break;
    }
    value = operands[0];
  }
  // A pointer from elsewhere: taken to lead to the start of what holds the array, when there is one such.
  places = pointers_.pointsTo(instance, value);
  if (!objects.isOnlyArray(array)) return std::nullopt;
  return ArrayStart{array, false, offset + static_cast<int64_t>(objects[places[0]].offset)};
}

// All callers must agree.
std::optional<ArrayStart> CountedLoops::arrayStartOfParameter(InstanceId instance, LocalId parameter, unsigned depth) {
  const Program& program = pointers_.program();
  std::optional<ArrayStart> result;
  for (uint32_t n = 0; n < pointers_.instances().size(); ++n)
    for (const Reach::Edge& e : reach_.edges(InstanceId(n))) {
      if (e.callee != instance) continue;
      auto arguments = program.argumentsOf(program.instructions[e.call]);
      bool isPlainCall = !e.isFork && pointers_.isPlainCall({InstanceId(n), e.call});
      if (!isPlainCall || parameter.index >= arguments.size()) return std::nullopt;
      auto start = arrayStart(InstanceId(n), arguments[parameter.index], depth + 1);
      if (!start || (result && !(*result == *start))) return std::nullopt;
      result = start;
    }
  return result;
}

bool CountedLoops::startsAlike(const ArrayStart& a, const ArrayStart& b) const {
  return a.array == b.array && a.offset == b.offset &&
         (a.isExact == b.isExact || pointers_.objects().isOnlyArray(a.array));
}

bool CountedLoops::covers(const CountedElement& joined, const Fork& fork, ValueId handle) {
  const Location& array = pointers_.objects()[joined.array.array];
  const Object& object = pointers_.objects()[array.object];
  bool isOneArray = reach_.isSingle(array.object) ||
                    (object.kind == ObjectKind::Stack && !reach_.recurs(object.instance)) ||
                    (object.instance == fork.site.instance && !reach_.recurs(object.instance));
  if (!isOneArray) return false;
  auto forked = forkedElements(fork, handle);
  if (!forked.empty())
    return llvm::any_of(forked, [&](const CountedElement& f) {
      // In the loop itself its variable says less.
      if (f.isByItself)
        for (const NaturalLoop& loop : loopsOf(pointers_.instances()[fork.site.instance].function))
          if (loop.header == f.header && loop.contains(joined.header)) return false;
      return startsAlike(f.array, joined.array) && f.stride == joined.stride && isAtMost(joined.low, f.low) &&
             isAtMost(f.high, joined.high) &&
             (!f.hasFirst || f.isTestedBefore || (joined.hasFirst && joined.first == f.first));
    });
  // A handle at a fixed index.
  auto exact = exactAddress(pointers_, fork.site.instance, handle);
  if (!exact || exact->object != array.object || !joined.array.isExact || !joined.low.number || !joined.high.number)
    return false;
  int64_t distance = static_cast<int64_t>(exact->offset) - joined.array.offset;
  if (distance < 0 || distance % joined.stride != 0) return false;
  int64_t index = distance / joined.stride;
  return index >= *joined.low.number && index < *joined.high.number;
}

} // namespace steward
