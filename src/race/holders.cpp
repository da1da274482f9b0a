#include "race/holders.h"

#include "pointer/call_parts.h"
#include "race/points_into.h"

namespace steward {

static constexpr uint64_t pointerBytes = 8;

InstructionId Holders::definitionOf(InstanceId instance, ValueId value) const {
  const Function& function = pointers_.functionOf(instance);
  value = stripCopies(program_, function, value);
  return value.isLocal() ? program_.local(function, value.local()).definition : InstructionId();
}

std::optional<int64_t> Holders::distance(ObjectId object, InstanceId instance, ValueId address,
                                         const RelativeLock& lock) {
  FunctionId function = pointers_.instances()[instance].function;
  if (lock.function != function || lock.isContent || lock.isSpin) return std::nullopt;
  // From the element to the array, and on to where that starts.
  std::optional<int64_t> found;
  for (unsigned steps = 0; steps < 8 && !found; ++steps) {
    auto root = order_.rootOf(function, address);
    if (!root) return std::nullopt;
    InstructionId read = root->root.isLocal() ? definitionOf(instance, root->root) : InstructionId();
    if (lock.isBesideHolder && root->root == lock.address.root) {
      found = lock.address.offset;
    } else if (auto element = order_.elementOf(function, root->root)) {
      address = element->start;
    } else if (!lock.isBesideHolder && read && program_.instructions[read].opcode == Opcode::Load) {
      auto holder = order_.rootOf(function, program_.operandsOf(program_.instructions[read])[0]);
      if (!holder || holder->root != lock.address.root) return std::nullopt;
      found = lock.address.offset - holder->offset;
    } else {
      return std::nullopt;
    }
  }
  return found && isHeldOnce(pointers_.objects().whole(object)) ? found : std::nullopt;
}

// A variable that is a pointer and nothing else cannot have a lock beside it.
bool Holders::hasLockBeside(LocationId place) const {
  const Object& object = pointers_.objects()[pointers_.objects()[place].object];
  bool isVariable = object.kind == ObjectKind::Stack || object.kind == ObjectKind::Global;
  return !isVariable || !object.type || program_.types[object.type].kind != TypeKind::Pointer;
}

void Holders::findPlaces() {
  if (std::exchange(hasPlaces_, true)) return;
  const ObjectTable& objects = pointers_.objects();
  size_t count = 0;
  for (uint32_t n = 0; n < objects.locationCount() && !hasTooMany_; ++n) {
    LocationId place(n);
    hasTooMany_ = (count += pointers_.contentOf(place).size()) > maxHolders;
    if (!hasLockBeside(place)) continue;
    for (LocationId target : pointers_.contentOf(place)) {
      ObjectId object = objects.whole(objects[target].object);
      if (objects[object].kind != ObjectKind::Heap) continue;
      auto& known = places_[object];
      if (known.empty() || known.back() != place) known.push_back(place);
    }
  }
}

bool Holders::isHeldOnce(ObjectId object) {
  auto [it, isNew] = known_.try_emplace(object, false);
  if (!isNew) return it->second;
  findPlaces();
  auto places = places_.find(object);
  if (hasTooMany_ || places == places_.end() || places->second.size() != 1) return false;
  LocationId holder = places->second[0];
  ObjectKind kind = pointers_.objects()[pointers_.objects()[holder].object].kind;
  bool isVariable = kind == ObjectKind::Heap || kind == ObjectKind::Stack || kind == ObjectKind::Global;
  bool isOnce = isVariable && !pointers_.objects()[holder].isAny() && isKeptToOne(object, holder);
  return known_[object] = isOnce;
}

// Whether only one instruction stores addresses of the object there, each once.
bool Holders::isKeptToOne(ObjectId object, LocationId holder) {
  InstructionId by;
  return writes_.allTo(holder, pointerBytes, [&](const Write& write) {
    const Instruction& store = program_.instructions[write.access.instruction];
    // Bytes that are set are no address.
    if (write.access.mode == AccessMode::Free || store.opcode == Opcode::MemorySet) return true;
    if (store.opcode != Opcode::Store) return false;
    ValueId value = program_.operandsOf(store)[1];
    if (mayHideAddress(pointers_, write)) return false;
    if (!mayPointInto(pointers_, write.instance, value, object)) return true;
    if (isGrown(write, value)) return true;
    if (by && by != write.access.instruction) return false;
    by = write.access.instruction;
    return isMadeFor(write, value);
  });
}

// Whether the value is new memory each time that it is stored.
bool Holders::isMadeFor(const Write& write, ValueId value) {
  InstructionId made = definitionOf(write.instance, value), store = write.access.instruction;
  if (!made || !fresh_.isNew(write.instance, made)) return false;
  BlockId block = reach_.blockOf(made);
  if (block == reach_.blockOf(store)) return made < store;
  return !scopes_.reaches(store, store, block);
}

// `q->items = realloc(q->items, n)`: where it lies already, or new.
bool Holders::isGrown(const Write& write, ValueId value) {
  InstructionId call = definitionOf(write.instance, value);
  if (!call || !isCall(program_.instructions[call].opcode)) return false;
  auto models = pointers_.modelsAt({write.instance, call});
  if (models.size() != 1 || !pointers_.callees({write.instance, call}).empty()) return false;
  const Effect* effect = models[0]->find(EffectKind::Reallocate);
  ValueId old = effect ? argumentOf(program_, program_.instructions[call], effect->object) : ValueId();
  InstructionId read = old ? definitionOf(write.instance, old) : InstructionId();
  if (!read || program_.instructions[read].opcode != Opcode::Load) return false;
  FunctionId function = pointers_.instances()[write.instance].function;
  auto from = order_.rootOf(function, program_.operandsOf(program_.instructions[read])[0]);
  auto to = order_.rootOf(function, program_.operandsOf(program_.instructions[write.access.instruction])[0]);
  return from && to && *from == *to;
}

} // namespace steward
