#include "sharing/sharing.h"

namespace steward {

bool overlap(const Location& a, uint64_t bytesA, const Location& b, uint64_t bytesB) {
  if (a.object != b.object) return false;
  if (a.isAny() || b.isAny()) return true;
  const Location& first = a.offset <= b.offset ? a : b;
  const Location& second = a.offset <= b.offset ? b : a;
  uint64_t bytes = a.offset <= b.offset ? bytesA : bytesB;
  return bytes == Location::any || first.offset + bytes > second.offset;
}

Sharing::Sharing(const PointerAnalysis& pointers, const Origins& origins) : pointers_(pointers), origins_(origins) {
  findEscaping();
  collect();
}

void Sharing::findEscaping() {
  const ObjectTable& objects = pointers_.objects();
  const Program& program = pointers_.program();
  escaped_.resize(objects.objectCount());
  std::vector<ObjectId> work;
  auto escape = [&](ObjectId id) {
    if (escaped_[id.index]) return;
    escaped_.set(id.index);
    work.push_back(id);
  };
  for (uint32_t n = 0; n < objects.objectCount(); ++n) {
    const Object& object = objects[ObjectId(n)];
    bool isRoot = object.kind == ObjectKind::Unknown || object.kind == ObjectKind::Thread ||
                  (object.kind == ObjectKind::Library && !object.context) ||
                  (object.kind == ObjectKind::Global && !program.globals[GlobalId(object.site)].isThreadLocal);
    if (isRoot) escape(ObjectId(n));
  }
  for (LocationId location : pointers_.escapedToUnknown()) escape(objects[location].object);
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
  }
}

void Sharing::collect() {
  const Program& program = pointers_.program();
  const ObjectTable& objects = pointers_.objects();
  std::vector<std::vector<SharedAccess>> byObject(objects.objectCount());
  for (uint32_t n = 0; n < origins_.size(); ++n)
    for (InstanceId instance : origins_.instancesOf(OriginId(n)))
      for (BlockId b : program.blocksOf(pointers_.functionOf(instance)))
        for (InstructionId i : program.instructionsOf(program.blocks[b]))
          for (const MemoryAccess& access : accessesOf(pointers_, instance, i))
            for (LocationId location : pointers_.pointsTo(instance, access.pointer)) {
              ObjectId object = objects[location].object;
              if (!escaped_[object.index]) continue;
              const Object& o = objects[object];
              if (o.kind == ObjectKind::Function || o.kind == ObjectKind::Thread || o.kind == ObjectKind::VarArgs) continue;
              if (o.kind == ObjectKind::Global && program.globals[GlobalId(o.site)].isConstant) continue;
              byObject[object.index].push_back({OriginId(n), instance, access, location});
            }

  instructions_.resize(program.instructions.size());
  for (uint32_t n = 0; n < byObject.size(); ++n) {
    // A read matters when some other access may write the same bytes, from another origin or another run of this one.
    auto& all = byObject[n];
    bool isWritten = false, isShared = false;
    for (const SharedAccess& a : all) {
      isWritten |= a.access.isWrite();
      isShared |= a.origin != all.front().origin || a.origin != Origins::main();
    }
    if (!isWritten || !isShared) continue;
    for (const SharedAccess& a : all) instructions_.set(a.access.instruction.index);
    objects_.push_back({ObjectId(n), std::move(all)});
  }
}

} // namespace steward
