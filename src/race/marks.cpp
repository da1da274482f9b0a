#include "race/marks.h"

namespace steward {

Marks::Marks(const PointerAnalysis& pointers) : pointers_(pointers), program_(pointers.program()) {}

const Mark* Marks::find(FunctionId function, MarkKind kind) const {
  for (const Mark& m : program_.marks)
    if (m.target == MarkTarget::Function && m.function == function && m.kind == kind) return &m;
  return nullptr;
}

void Marks::add(OfPlace& found, const Mark& mark) const {
  if (mark.kind == MarkKind::NoRace) found.isRaceFree = true;
  if (mark.kind == MarkKind::Benign) found.benign = &mark;
  if (mark.kind == MarkKind::GuardedBy) found.guard = &mark;
}

// Of the outermost member of a struct that starts there.
uint64_t Marks::memberSize(TypeId type, uint64_t offset) const {
  for (unsigned depth = 0; type && depth < 64; ++depth) {
    const Type& t = program_.types[type];
    if (t.kind == TypeKind::Array && t.element && program_.types[t.element].size) {
      type = t.element;
      offset %= program_.types[type].size;
      continue;
    }
    TypeId inner;
    for (const TypeField& field : program_.fieldsOf(t)) {
      uint64_t size = field.type ? program_.types[field.type].size : 0;
      if (field.offset == offset) return size;
      if (field.offset < offset && offset - field.offset < size) {
        inner = field.type;
        offset -= field.offset;
        break;
      }
    }
    type = inner;
  }
  return 0;
}

// From the outermost struct inwards; what is said of an inner member wins.
void Marks::ofMembers(OfPlace& found, TypeId type, uint64_t offset) const {
  for (unsigned depth = 0; type && depth < 64; ++depth) {
    const Type& t = program_.types[type];
    if (t.kind == TypeKind::Array) {
      type = t.element;
      if (uint64_t size = type ? program_.types[type].size : 0) offset %= size;
      continue;
    }
    if (t.kind != TypeKind::Struct && t.kind != TypeKind::Union) return;
    if (t.size && offset >= t.size) offset %= t.size; // another element
    for (const Mark& m : program_.marks) {
      if (m.target != MarkTarget::Field) continue;
      // Every module has its own copy of a type.
      const Type& marked = program_.types[m.type];
      if (m.type != type && (marked.name != t.name || program_.text(t.name).empty())) continue;
      uint64_t size = std::max<uint64_t>(memberSize(type, m.offset), 1);
      if (m.offset <= offset && offset - m.offset < size) add(found, m);
    }
    const TypeField* inner = nullptr;
    for (const TypeField& field : program_.fieldsOf(t))
      if (field.offset <= offset && field.type && offset - field.offset < program_.types[field.type].size)
        inner = &field;
    if (!inner) return;
    offset -= inner->offset;
    type = inner->type;
  }
}

Marks::OfPlace Marks::of(const Place& place) const {
  OfPlace found;
  if (program_.marks.empty()) return found;
  const Object& object = pointers_.objects()[place.at.object];
  for (const Mark& m : program_.marks) {
    if (m.target == MarkTarget::Global && object.kind == ObjectKind::Global && m.global.index == object.site)
      add(found, m);
    if (m.target == MarkTarget::Local && object.kind == ObjectKind::Stack &&
        pointers_.instances()[object.instance].function == m.function &&
        program_.instructions[InstructionId(object.site)].result == m.local)
      add(found, m);
  }
  if (!place.isVague()) ofMembers(found, place.type ? place.type : object.type, place.at.offset);
  return found;
}

} // namespace steward
