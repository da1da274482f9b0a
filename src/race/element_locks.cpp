#include "race/element_locks.h"

namespace steward {

// `object` becomes the value that leads to the object that the array, or the pointer to it, is in, when that is not one
// and the same in all the program.
std::optional<ElementLocks::Start> ElementLocks::startOf(InstanceId instance, ValueId address,
                                                         const Roots::Element& element, ValueId& object,
                                                         unsigned depth) {
  const Program& program = pointers_.program();
  FunctionId functionId = pointers_.instances()[instance].function;
  const Function& function = program.functions[functionId];
  object = {};
  if (auto exact = exactAddress(pointers_, instance, element.start); exact && reach_.isSingle(exact->object))
    // A heap block that a pointer leads to may be led into anywhere.
    if (element.start.isConstant() || pointers_.objects()[exact->object].kind != ObjectKind::Heap)
      return Start{Start::Fixed, exact->object.index, static_cast<int64_t>(exact->offset) + element.offset, 0};
  if (!element.start.isLocal()) return std::nullopt;
  InstructionId definition = program.local(function, element.start.local()).definition;
  if (definition && program.instructions[definition].opcode == Opcode::Load) {
    // A pointer to the array, in a variable: taken to be the same for all who use it at one time.
    ValueId variable = program.operandsOf(program.instructions[definition])[0];
    auto places = pointers_.pointsTo(instance, variable);
    if (places.size() != 1) return std::nullopt;
    if (!reach_.isSingle(pointers_.objects()[places[0]].object)) {
      auto root = order_.rootOf(functionId, variable);
      if (!root) return std::nullopt;
      object = root->root;
    }
    return Start{Start::Stored, places[0].index, element.offset, 0};
  }
  // A row of a table.
  if (auto row = order_.elementOf(functionId, element.start); row && depth == 0) {
    auto start = startOf(instance, element.start, *row, object, depth + 1);
    if (!start || row->stride % element.stride != 0) return std::nullopt;
    start->offset += element.offset;
    start->around = row->stride;
    return start;
  }
  // A member of a struct, whose start the pointer is to; of a pointer to some element nobody knows to which.
  InstructionId index = program.local(function, address.local()).definition;
  ValueId array = stripCopies(program, function, program.operandsOf(program.instructions[index])[0]);
  InstructionId member = array.isLocal() ? program.local(function, array.local()).definition : InstructionId();
  if (!member || program.instructions[member].opcode != Opcode::Field || !program.instructions[member].type)
    return std::nullopt;
  object = element.start;
  return Start{Start::Relative, 0, element.offset, 0};
}

std::optional<int64_t> ElementLocks::besideArray(const SharedAccess& a, const RelativeLock& lock) {
  FunctionId function = pointers_.instances()[a.instance].function;
  auto root = order_.rootOf(function, a.access.pointer);
  TypeId type = a.place.type ? a.place.type : pointers_.objects()[a.place.at.object].type;
  if (lock.function != function || !root || !type || a.place.isVague()) return std::nullopt;
  const Layout& layout = pointers_.objects().layout();
  // Offsets are those of first elements, so that each index on the way is 0.
  auto at = static_cast<int64_t>(a.place.at.offset) - root->offset;
  std::vector<std::pair<uint64_t, uint64_t>> arrays;
  constexpr unsigned maxDimensions = 4;
  for (ValueId step = root->root; arrays.size() < maxDimensions;) {
    auto element = order_.elementOf(function, step);
    if (!element || at < 0 || element->stride <= 0) return std::nullopt;
    auto array = layout.arrayAround(type, static_cast<uint64_t>(at), static_cast<uint64_t>(element->stride));
    if (!array || array->first != static_cast<uint64_t>(at)) return std::nullopt;
    arrays.push_back(*array);
    at -= element->offset;
    step = element->start;
    if (step != lock.address.root) continue;
    int64_t offset = at + lock.address.offset;
    bool isBeside =
        offset >= 0 && llvm::none_of(arrays, [&](const auto& array) {
          return array.first <= static_cast<uint64_t>(offset) && static_cast<uint64_t>(offset) < array.second;
        });
    return isBeside ? std::optional(offset) : std::nullopt;
  }
  return std::nullopt;
}

std::optional<int64_t> ElementLocks::inElement(const SharedAccess& a, const RelativeLock& lock) {
  FunctionId function = pointers_.instances()[a.instance].function;
  auto root = order_.rootOf(function, a.access.pointer);
  if (lock.function != function || !root || a.place.isVague()) return std::nullopt;
  auto lockElement = order_.elementOf(function, lock.address.root), element = order_.elementOf(function, root->root);
  if (!lockElement || !element || lockElement->index != element->index || lockElement->stride != element->stride)
    return std::nullopt;
  ValueId lockObject, object;
  auto lockStart = startOf(a.instance, lock.address.root, *lockElement, lockObject);
  auto start = startOf(a.instance, root->root, *element, object);
  if (!lockStart || !start || *lockStart != *start || lockObject != object) return std::nullopt;
  int64_t offset = static_cast<int64_t>(a.place.at.offset) + lock.address.offset - root->offset;
  return offset >= 0 ? std::optional(offset) : std::nullopt;
}

uint32_t ElementLocks::pairing(const SharedAccess& a, const RelativeLock& lock) {
  FunctionId function = pointers_.instances()[a.instance].function;
  if (lock.function != function || a.access.bytes == Location::any) return 0;
  auto lockElement = order_.elementOf(function, lock.address.root);
  auto root = order_.rootOf(function, a.access.pointer);
  if (!lockElement || !root) return 0;
  // The element that is accessed, or one that it is part of.
  ValueId at = root->root;
  int64_t from = root->offset;
  auto bytes = static_cast<int64_t>(a.access.bytes);
  for (unsigned depth = 0; depth < 4; ++depth) {
    auto element = order_.elementOf(function, at);
    if (!element) return 0;
    if (element->index == lockElement->index && from >= 0 && from + bytes <= element->stride) {
      ValueId lockObject, object;
      auto lockStart = startOf(a.instance, lock.address.root, *lockElement, lockObject);
      auto start = startOf(a.instance, at, *element, object);
      if (!lockStart || !start || (lockObject && lockObject != object)) return 0;
      // In one object, what counts is how far apart the arrays are, and which part of the element is accessed is told
      // by the place.
      Pair pair{*lockStart, lockElement->stride, lock.address.offset, *start, element->stride};
      return pairs_.try_emplace(pair, static_cast<uint32_t>(pairs_.size() + 1)).first->second;
    }
    // A row of a table: what is inside it stays inside.
    at = element->start;
    from = 0;
    bytes = 0;
  }
  return 0;
}

} // namespace steward
