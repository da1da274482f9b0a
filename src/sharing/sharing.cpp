#include "sharing/sharing.h"

#include "pointer/wrappers.h"
#include "program/library.h"

#include <map>

namespace steward {

bool overlap(const Place& a, const Place& b) {
  if (a.at.object != b.at.object) return false;
  // Raw memory, used as two structs that have nothing to do with each other: not the same part of it.
  if (a.structure && b.structure && (a.structure != b.structure || a.base != b.base)) return false;
  // Used as a struct here, as bytes there.
  if (a.structure.valid() != b.structure.valid()) {
    const Place& bytes = a.structure ? b : a;
    uint64_t base = a.structure ? a.base : b.base;
    return bytes.at.isAny() || bytes.bytes == Location::any || bytes.isShapeless ||
           bytes.at.offset + bytes.bytes > base;
  }
  if (a.isShapeless && !a.structure) return true;
  if (a.at.isAny() || b.at.isAny()) return true;
  const Place& first = a.at.offset <= b.at.offset ? a : b;
  const Place& second = a.at.offset <= b.at.offset ? b : a;
  return first.bytes == Location::any || first.at.offset + first.bytes > second.at.offset;
}

static Place placeOf(const PointerAnalysis& pointers, const MemoryAccess& access, LocationId location) {
  const ObjectTable& objects = pointers.objects();
  Place place{objects[location], access.bytes, {}, 0, objects.isShapeless(objects[location].object), {}};
  const Object& object = objects[place.at.object];
  if (!place.isShapeless) {
    // What is not told stays inside the member it starts at.
    if (access.bytes == Location::any && access.mode != AccessMode::Free)
      place.bytes = access.isText ? objects.extentOfText(location) : objects.extent(location);
    if (place.bytes == 0 && access.isValue) place.bytes = objects.extentOfNumber(location);
  }
  if (object.parent) {
    place.structure = objects.family(object.type);
    place.type = object.type;
    place.base = object.base;
    place.isShapeless = true;
    place.at.object = object.parent;
  }
  return place;
}

Sharing::Sharing(const PointerAnalysis& pointers, const Reach& reach, const Origins& origins, bool keepOthers,
                 std::optional<unsigned> maxObjects)
    : pointers_(pointers), reach_(reach), origins_(origins), maxObjects_(maxObjects ? *maxObjects : fittingLimit()) {
  findEscaping();
  findOwned();
  findDisposed();
  collect(keepOthers);
}

void Sharing::findEscaping() {
  const ObjectTable& objects = pointers_.objects();
  const Program& program = pointers_.program();
  escaped_.resize(objects.objectCount());
  std::vector<ObjectId> work;
  auto escape = [&](ObjectId id) {
    id = objects.whole(id);
    if (escaped_[id.index]) return;
    escaped_.set(id.index);
    work.push_back(id);
    for (ObjectId view : objects.viewsOf(id)) {
      escaped_.set(view.index);
      work.push_back(view);
    }
  };
  for (uint32_t n = 0; n < objects.objectCount(); ++n) {
    const Object& object = objects[ObjectId(n)];
    bool isRoot = object.kind == ObjectKind::Unknown || object.kind == ObjectKind::Thread ||
                  (object.kind == ObjectKind::Library && !object.context) ||
                  (object.kind == ObjectKind::Global && !program.globals[GlobalId(object.site)].isThreadLocal);
    if (isRoot) escape(ObjectId(n));
  }
  // What is handed over to a new origin arrives in the parameters of its entry.
  for (uint32_t n = 1; n < origins_.size(); ++n) {
    InstanceId entry = origins_[OriginId(n)].entry;
    for (uint32_t k = 0; k < pointers_.functionOf(entry).parameterCount; ++k)
      for (LocationId location : pointers_.pointsTo(entry, ValueId::local(LocalId(k))))
        escape(objects[location].object);
  }
  while (!work.empty()) {
    ObjectId id = work.back();
    work.pop_back();
    for (LocationId location : objects.locationsOf(id))
      for (LocationId target : pointers_.contentOf(location)) escape(objects[target].object);
    if (ObjectId handlers = pointers_.handlersOf(id)) escape(handlers);
  }
}

void Sharing::findOwned() {
  const Program& program = pointers_.program();
  for (uint32_t f = 0; f < origins_.forkCount(); ++f) {
    const Fork& fork = origins_[ForkId(f)];
    const Instruction& call = program.instructions[fork.site.instruction];
    bool isLibrarys = isLibraryCode(program, pointers_.functionOf(fork.site.instance), call);
    for (const CallModel* model : pointers_.modelsAt(fork.site))
      for (const Effect& effect : model->effects) {
        if (effect.kind != EffectKind::Fork) continue;
        if (isLibrarys)
          for (CallPart part : effect.arguments)
            if (ValueId value = partOf(program, call, part))
              for (LocationId place : pointers_.pointsTo(fork.site.instance, value))
                owned_.insert({pointers_.objects()[place].object, fork.by});
        if (!effect.slot) continue;
        ValueId value = argumentOf(program, call, effect.entry);
        if (!value) continue;
        for (LocationId place : pointers_.pointsTo(fork.site.instance, value)) {
          if (!effect.entry.indirect) owned_.insert({pointers_.objects()[place].object, fork.by});
          if (effect.entry.indirect)
            for (LocationId target : pointers_.contentOf(place))
              owned_.insert({pointers_.objects()[target].object, fork.by});
        }
      }
  }
}

void Sharing::findDisposed() {
  const Program& program = pointers_.program();
  uint32_t count = static_cast<uint32_t>(pointers_.instances().size());
  disposing_.resize(count);
  disposed_.resize(pointers_.objects().objectCount());
  std::vector<std::vector<uint32_t>> callees(count);
  std::vector<uint32_t> work;
  for (uint32_t n = 0; n < count; ++n) {
    const CallModel* model = pointers_.modelOf(pointers_.instances()[InstanceId(n)].function);
    if (model && model->has(EffectKind::Dispose)) work.push_back(n);
  }
  if (work.empty()) return;
  for (uint32_t n = 0; n < count; ++n)
    for (const Reach::Edge& e : reach_.edges(InstanceId(n))) callees[n].push_back(e.callee.index);
  llvm::BitVector starts(count);
  for (uint32_t n : work) {
    starts.set(n);
    disposing_.set(n);
    // What counts the owners is often one piece with what they own.
    if (pointers_.functionOf(InstanceId(n)).parameterCount > 0)
      for (LocationId place : pointers_.pointsTo(InstanceId(n), ValueId::local(LocalId(0))))
        disposed_.set(pointers_.objects().whole(pointers_.objects()[place].object).index);
  }
  // What only such instances call is one too, also when they call themselves: all that they reach, without what
  // somebody else calls.
  auto spread = [&](llvm::BitVector& set, bool value) {
    while (!work.empty()) {
      uint32_t n = work.back();
      work.pop_back();
      for (uint32_t callee : callees[n])
        if (set[callee] != value && !starts[callee]) {
          set[callee] = value;
          work.push_back(callee);
        }
    }
  };
  spread(disposing_, true);
  for (uint32_t n = 0; n < count; ++n)
    if (!disposing_[n]) work.push_back(n);
  spread(disposing_, false);
  for (unsigned n : disposing_.set_bits())
    for (BlockId b : program.blocksOf(pointers_.functionOf(InstanceId(n))))
      for (InstructionId i : program.instructionsOf(program.blocks[b]))
        for (const MemoryAccess& access : accessesOf(pointers_, InstanceId(n), i))
          if (access.isFree())
            for (LocationId place : pointers_.pointsTo(InstanceId(n), access.pointer))
              disposed_.set(pointers_.objects().whole(pointers_.objects()[place].object).index);
}

// Whether a library orders the access by itself: it is to what the library keeps for itself, or made by code that
// touches nothing else. What such code does with a value that it is handed counts as the program's.
bool Sharing::isInternal(InstanceId instance, const MemoryAccess& access, const Object& object) const {
  const Program& program = pointers_.program();
  auto ruleOf = [&](StringId name) {
    if (!name) return InternalRule::None;
    auto [it, isNew] = internal_.try_emplace(name, InternalRule::None);
    if (isNew) it->second = pointers_.models().internalRule(program.text(name));
    return it->second;
  };
  if (object.type && ruleOf(program.types[object.type].name) == InternalRule::Internal) return true;
  PositionId position = program.instructions[access.instruction].position;
  for (; position && isSystemFile(program.text(program.positions[position].file));
       position = program.positions[position].inlinedAt)
    if (InternalRule rule = ruleOf(program.positions[position].function); rule != InternalRule::None)
      return rule == InternalRule::Internal;
  return ruleOf(pointers_.functionOf(instance).name) == InternalRule::Internal;
}

// Memory that a library makes for one piece of work, and that nobody else gets to see.
bool Sharing::isThreadsOwn(const Object& object) const {
  if (object.kind != ObjectKind::Heap || !object.instance) return false;
  for (const CallModel* model : pointers_.modelsAt({object.instance, InstructionId(object.site)}))
    if (const Effect* made = model->find(EffectKind::Allocate); made && made->perThread) return true;
  return false;
}

// The places an access may be to. A pointer that may be to very many places of one object is to the object.
void Sharing::add(OriginId origin, InstanceId instance, const MemoryAccess& access,
                  std::vector<std::vector<SharedAccess>>& byObject) {
  constexpr size_t manyPlaces = 24;
  const Program& program = pointers_.program();
  const ObjectTable& objects = pointers_.objects();
  if (maxObjects_ && pointers_.objectCount(instance, access.pointer) > maxObjects_) {
    vague_.set(access.instruction.index);
    return;
  }
  auto locations = pointers_.pointsTo(instance, access.pointer);
  const Instruction& instruction = program.instructions[access.instruction];
  bool isLibrarys = isLibraryCode(program, pointers_.functionOf(instance), instruction);
  llvm::DenseMap<ObjectId, size_t> count;
  if (locations.size() > manyPlaces)
    for (LocationId location : locations) ++count[objects[location].object];
  for (LocationId location : locations) {
    ObjectId object = objects[location].object;
    const Object& o = objects[object];
    if (!escaped_[object.index]) continue;
    if (o.kind == ObjectKind::Function || o.kind == ObjectKind::Thread || o.kind == ObjectKind::VarArgs) continue;
    if (o.kind == ObjectKind::Global && program.globals[GlobalId(o.site)].isConstant) continue;
    if (origins_.hasTeams() && o.kind == ObjectKind::Heap && isThreadsOwn(objects[objects.whole(object)])) continue;
    if (disposing_[instance.index] && disposed_[objects.whole(object).index]) continue;
    if (isLibrarys && (owned_.contains({object, origin}) || isInternal(instance, access, o))) continue;
    // Only heap memory is freed; a pointer to the end of a list, which is in the list itself, is not to a node.
    if (access.isFree() && (o.kind == ObjectKind::Global || o.kind == ObjectKind::Stack)) continue;
    // And only from its start: a node that lies inside an object is the object's own.
    const Location& at = objects[location];
    if (access.isFree() && objects.whole(object) == object && !at.isAny() && at.offset != 0) continue;
    // A wide access is not to a narrow variable; the pointer got there by imprecision.
    if (access.bytes != Location::any && o.size && o.type && o.kind != ObjectKind::Heap && access.bytes > o.size)
      continue;
    // Text is read and written where there is text, as far as it goes.
    if (access.isText && !access.isValue && objects.extentOfText(location) == 0) continue;
    SharedAccess shared{origin, instance, access, location, placeOf(pointers_, access, location)};
    if (auto it = count.find(object); it != count.end() && it->second > manyPlaces) {
      if (it->second == Location::any) continue;
      it->second = Location::any; // once is enough
      shared.place.at.offset = Location::any;
    }
    byObject[objects.whole(object).index].push_back(shared);
  }
}

template <typename Visit>
void Sharing::forEachAccess(Visit visit) const {
  const Program& program = pointers_.program();
  for (uint32_t n = 0; n < origins_.size(); ++n)
    for (InstanceId instance : origins_.instancesOf(OriginId(n)))
      for (BlockId b : program.blocksOf(pointers_.functionOf(instance)))
        for (InstructionId i : program.instructionsOf(program.blocks[b]))
          for (const MemoryAccess& access : accessesOf(pointers_, instance, i)) visit(OriginId(n), instance, access);
}

// The largest limit by which not more than so many pairs of an access and an object are left; 0 when all are not more.
unsigned Sharing::fittingLimit() const {
  constexpr uint64_t most = 4'000'000;
  std::map<unsigned, uint64_t> pairs; // by how many objects an access may be to
  forEachAccess([&](OriginId, InstanceId instance, const MemoryAccess& access) {
    unsigned count = pointers_.objectCount(instance, access.pointer);
    pairs[count] += count;
  });
  uint64_t sum = 0;
  unsigned limit = 0;
  for (auto [count, some] : pairs) {
    sum += some;
    if (sum > most) return std::max(limit, 1u);
    limit = count;
  }
  return 0;
}

void Sharing::collect(bool keepOthers) {
  const Program& program = pointers_.program();
  const ObjectTable& objects = pointers_.objects();
  std::vector<std::vector<SharedAccess>> byObject(objects.objectCount());
  instructions_.resize(program.instructions.size());
  vague_.resize(program.instructions.size());
  forEachAccess([&](OriginId origin, InstanceId instance, const MemoryAccess& access) {
    add(origin, instance, access, byObject);
  });

  for (uint32_t n = 0; n < byObject.size(); ++n) {
    // A read matters when some other access may write the same bytes, from another origin or another run of this one.
    auto& all = byObject[n];
    bool isWritten = false, isShared = false;
    for (const SharedAccess& a : all) {
      isWritten |= a.access.isWrite();
      isShared |= a.origin != all.front().origin || a.origin != Origins::main();
    }
    if (!isWritten || !isShared) {
      if (keepOthers && !all.empty()) others_.push_back({ObjectId(n), std::move(all)});
      continue;
    }
    for (const SharedAccess& a : all) instructions_.set(a.access.instruction.index);
    objects_.push_back({ObjectId(n), std::move(all)});
  }
}

} // namespace steward
