#include "race/guarded.h"

#include "program/system_files.h"

namespace steward {

static constexpr unsigned maxDepth = 64; // of types in types

SourceLocation GuardFinder::location(PositionId id) const {
  if (!id) return {};
  const Position& p = program_.positions[id];
  return {program_.text(p.file).str(), p.line, p.column};
}

// None of a bit-field, which shares its bytes with others.
const TypeField* GuardFinder::memberAt(TypeId structure, uint64_t offset) const {
  for (const TypeField& field : program_.fieldsOf(program_.types[structure]))
    if (field.type && !field.bitWidth && field.offset <= offset &&
        offset - field.offset < program_.types[field.type].size)
      return &field;
  return nullptr;
}

GuardFinder::Declaration& GuardFinder::declare(const Key& key, PositionId position, std::string name,
                                               FunctionId owner) {
  return declarations_.try_emplace(key, Declaration{position, std::move(name), owner, std::nullopt}).first->second;
}

// The declarations that a place is part of, from the outermost inwards. What is below a union has several names.
std::vector<GuardFinder::Part> GuardFinder::partsAt(const Place& place) {
  std::vector<Part> parts;
  if (place.isVague()) return parts;
  const Object& object = pointers_.objects()[place.at.object];
  TypeId type = place.type ? place.type : object.type;
  bool isOnly = type && !place.structure && object.size == program_.types[type].size;
  auto note = [&](PositionId position, llvm::StringRef own, std::string name, FunctionId owner, TypeId in,
                  uint64_t base, uint64_t start, uint64_t bytes) {
    const Position& p = program_.positions[position];
    if (!p.line || isSystemFile(program_.text(p.file))) return;
    Key key{p.file, p.line, own.str()};
    Declaration& declaration = declare(key, position, std::move(name), owner);
    std::vector<Key> around;
    for (const Part& outer : parts) around.push_back(outer.key);
    declaration.around.insert(std::move(around));
    Place here = place;
    here.at.offset = start;
    here.bytes = bytes;
    parts.push_back({key, here, in, base, isOnly});
  };
  if (object.kind == ObjectKind::Global) {
    const Global& g = program_.globals[GlobalId(object.site)];
    llvm::StringRef name = program_.text(g.name);
    if (g.position && !g.isSynthetic && !g.isConstant && !g.isThreadLocal)
      note(g.position, name, name.str(), g.owner, {}, 0, 0, g.size ? g.size : Location::any);
  }
  uint64_t start = 0, offset = place.at.offset;
  for (unsigned depth = 0; type && depth < maxDepth; ++depth) {
    const Type& t = program_.types[type];
    if (t.kind == TypeKind::Array || (t.kind == TypeKind::Struct && t.size && offset >= t.size)) {
      TypeId element = t.kind == TypeKind::Array ? t.element : type;
      uint64_t size = element ? program_.types[element].size : 0;
      if (!size) break;
      isOnly = false;
      start += offset / size * size;
      offset %= size;
      type = element;
      continue;
    }
    if (t.kind != TypeKind::Struct) break;
    const TypeField* field = memberAt(type, offset);
    if (!field) break;
    llvm::StringRef own = program_.text(field->name), in = program_.text(t.name); // none of an unnamed struct
    if (field->position && !own.empty())
      note(field->position, own, (in.empty() ? own.str() : (in + "." + own).str()), {}, type, start,
           start + field->offset, program_.types[field->type].size);
    start += field->offset;
    offset -= field->offset;
    type = field->type;
  }
  return parts;
}

// The way from a variable or struct to the lock that starts there, as the source writes it. A variable that is a number
// guards things only in the eyes of this analysis (a flag, a spin lock made by hand).
std::optional<std::string> GuardFinder::pathOfLock(TypeId type, uint64_t offset) const {
  std::string path;
  for (unsigned depth = 0; type && depth < maxDepth; ++depth) {
    const Type& t = program_.types[type];
    if (t.kind == TypeKind::Array) {
      uint64_t size = t.element ? program_.types[t.element].size : 0;
      if (!size) return std::nullopt;
      path += "[" + std::to_string(offset / size) + "]";
      offset %= size;
      type = t.element;
      continue;
    }
    if (t.kind != TypeKind::Struct && t.kind != TypeKind::Union) return std::nullopt;
    // The lock itself: of a library, whose members have no place in the source, or wrapped in a class of its own.
    auto fields = program_.fieldsOf(t);
    bool isOpen = fields.size() > 1 && llvm::any_of(fields, [](const TypeField& f) { return f.position.valid(); });
    if (offset == 0 && (t.kind == TypeKind::Union || !isOpen)) return path;
    const TypeField* field = t.kind == TypeKind::Struct ? memberAt(type, offset) : nullptr;
    if (!field) return std::nullopt;
    if (llvm::StringRef name = program_.text(field->name); !name.empty()) {
      path += (path.empty() ? "" : ".") + name.str();
      TypeKind kind = program_.types[field->type].kind;
      if (offset == field->offset && (kind == TypeKind::Struct || kind == TypeKind::Union)) return path;
    }
    offset -= field->offset;
    type = field->type;
  }
  return std::nullopt;
}

std::set<GuardFinder::Lock> GuardFinder::locksOf(const RacingAccess& access, const Part& part) const {
  std::set<Lock> locks;
  // Who only reads may hold it for reading.
  auto isEnough = [&](LockMode mode) { return mode == LockMode::Exclusive || !access.shared.access.isWrite(); };
  auto addBeside = [&](int64_t at) { // a lock in the accessed object
    int64_t offset = at - static_cast<int64_t>(part.base);
    if (!part.structure || offset < 0 || static_cast<uint64_t>(offset) >= program_.types[part.structure].size) return;
    auto path = pathOfLock(part.structure, static_cast<uint64_t>(offset));
    if (path && !path->empty()) locks.insert({false, *path, {}});
  };
  for (const OwnLock& held : concurrency_.ownLocksAt(access.point))
    if (!held.pairing && !held.isContent && isEnough(held.mode)) addBeside(held.offset);
  for (const HeldLock& held : concurrency_.locksAt(access.point)) {
    const ExactAddress* address = held.pending || !isEnough(held.mode) ? nullptr : order_.locks().addressOf(held.lock);
    if (!address || !reach_.isSingle(address->object)) continue;
    if (part.isOnly && address->object == part.place.at.object) addBeside(static_cast<int64_t>(address->offset));
    const Object& object = pointers_.objects()[address->object];
    if (object.kind != ObjectKind::Global) continue;
    GlobalId id(object.site);
    const Global& g = program_.globals[id];
    if (g.isSynthetic || g.isThreadLocal || !g.position) continue;
    if (g.owner && g.owner != declarations_.at(part.key).owner) continue; // not seen from there
    auto path = pathOfLock(object.type, address->offset);
    if (!path) continue;
    llvm::StringRef name = program_.text(g.name);
    name.consume_front("(anonymous namespace)::");
    bool isDirect = path->empty() || path->front() == '[';
    locks.insert({true, name.str() + (isDirect ? "" : ".") + *path, id});
  }
  return locks;
}

void GuardFinder::add(ObjectId, llvm::ArrayRef<RacingAccess> accesses) {
  std::map<std::pair<Key, Place>, Part> parts;
  std::set<Place> seen;
  for (const RacingAccess& a : accesses)
    if (seen.insert(a.shared.place).second)
      for (Part& part : partsAt(a.shared.place)) parts.try_emplace({part.key, part.place}, part);
  for (const RacingAccess& a : accesses)
    for (const auto& [key, part] : parts) {
      if (!overlap(a.shared.place, part.place)) continue;
      Declaration& declaration = declarations_.at(part.key);
      declaration.instructions.insert(a.shared.access.instruction);
      declaration.by.insert(a.shared.origin);
      declaration.isWritten |= a.shared.access.isWrite();
      if (declaration.locks && declaration.locks->empty()) continue;
      std::set<Lock> held = locksOf(a, part);
      if (!declaration.locks)
        declaration.locks = std::move(held);
      else
        std::erase_if(*declaration.locks, [&](const Lock& lock) { return !held.contains(lock); });
    }
}

// What is only read while others may run needs no lock; that it is held says nothing.
bool GuardFinder::isGuarded(const Declaration& d) const {
  return d.isWritten && d.instructions.size() >= 2 && d.locks && !d.locks->empty();
}

void GuardFinder::list(Report& report) const {
  report.guarded.emplace();
  for (const auto& [key, declaration] : declarations_) {
    SourceLocation declared = location(declaration.position);
    if (!isGuarded(declaration)) {
      report.unguarded.push_back({declared, declaration.name});
      continue;
    }
    // Said of the whole, it is said of its parts.
    bool isSaid = llvm::all_of(declaration.around, [&](const std::vector<Key>& around) {
      return llvm::any_of(around, [&](const Key& outer) { return isGuarded(declarations_.at(outer)); });
    });
    if (isSaid) continue;
    const Lock& lock = *declaration.locks->begin();
    GuardedPlace place;
    place.name = declaration.name;
    place.declared = declared;
    place.lock = lock.name;
    if (lock.isGlobal) place.lockedBy = location(program_.globals[lock.global].position);
    place.isMember = !lock.isGlobal;
    place.accesses = static_cast<unsigned>(declaration.instructions.size());
    bool isSeveral = llvm::any_of(declaration.by, [&](OriginId o) { return origins_.isSeveral(o); });
    place.origins = static_cast<unsigned>(declaration.by.size() + isSeveral);
    report.guarded->push_back(std::move(place));
  }
  auto byPlace = [](const GuardedPlace& a, const GuardedPlace& b) {
    return std::tie(a.declared, a.name) < std::tie(b.declared, b.name);
  };
  llvm::sort(*report.guarded, byPlace);
  llvm::sort(report.unguarded);
}

} // namespace steward
