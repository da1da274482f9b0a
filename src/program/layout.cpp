#include "program/layout.h"

#include "llvm/ADT/STLExtras.h"
#include "llvm/Support/xxhash.h"

namespace steward {

// Types nest; a bound keeps malformed ones (a struct that holds itself) from running away.
static constexpr unsigned maxDepth = 32;

// The last member that starts at or before `offset` and has its first byte there or earlier.
const TypeField* Layout::memberAt(const Type& type, uint64_t offset) const {
  const TypeField* found = nullptr;
  for (const TypeField& field : program_.fieldsOf(type)) {
    if (field.offset > offset) break;
    // Of several members at one offset (empty bases, bit-fields) the first with room for the byte is meant.
    if (found && found->offset == field.offset && program_.types[found->type].size > offset - found->offset) continue;
    found = &field;
  }
  return found;
}

uint64_t Layout::inOneElement(const Type& type, uint64_t offset) const {
  if (!type.size || offset < type.size) return offset;
  if (type.kind == TypeKind::Struct && type.fieldCount) {
    const TypeField& last = program_.fieldsOf(type).back();
    const Type& lastType = program_.types[last.type];
    if (lastType.kind == TypeKind::Array && lastType.count == 0 && offset >= last.offset) return offset;
  }
  return offset % type.size;
}

bool Layout::holdsArray(TypeId id, unsigned depth) const {
  if (!id || depth > maxDepth) return false;
  const Type& type = program_.types[id];
  if (type.kind == TypeKind::Array) return true;
  if (type.kind != TypeKind::Struct && type.kind != TypeKind::Union) return false;
  for (const TypeField& field : program_.fieldsOf(type))
    if (holdsArray(field.type, depth + 1)) return true;
  return false;
}

bool Layout::mayStartAt(TypeId type, uint64_t offset, TypeId wanted) {
  auto key = std::tuple(type.index, offset, wanted.index);
  if (auto it = starts_.find(key); it != starts_.end()) return it->second;
  bool result = findStruct(type, offset, wanted, 0);
  return starts_[key] = result;
}

bool Layout::findStruct(TypeId id, uint64_t offset, TypeId wanted, unsigned depth) {
  if (program_.types[wanted].kind != TypeKind::Struct) return true;
  for (; id && depth < maxDepth; ++depth) {
    const Type& type = program_.types[id];
    switch (type.kind) {
    case TypeKind::Array:
      if (!type.element) return true;
      id = type.element;
      if (uint64_t element = program_.types[id].size) offset %= element;
      continue;
    case TypeKind::Struct: {
      if (type.size == 0 || type.fieldCount == 0) return true; // only declared
      offset = inOneElement(type, offset);
      if (offset == 0 && looksAlike(id, wanted)) return true;
      const TypeField* member = memberAt(type, offset);
      if (!member) return false;
      offset -= member->offset;
      id = member->type;
      continue;
    }
    case TypeKind::Union: {
      // Bytes beside a struct or other arrays are another way to see these, as in the C library's locks; beside numbers
      // they are storage.
      auto isAggregate = [&](const TypeField& f) {
        const Type& member = program_.types[f.type];
        bool isBytes = member.kind == TypeKind::Array && member.element && program_.types[member.element].size == 1;
        return !isBytes && (member.kind == TypeKind::Array || member.fieldCount > 0);
      };
      if (type.size >= rawBytes && llvm::none_of(program_.fieldsOf(type), isAggregate)) return true;
      for (const TypeField& field : program_.fieldsOf(type)) {
        if (offset >= program_.types[field.type].size) continue;
        if (findStruct(field.type, offset, wanted, depth + 1)) return true;
      }
      return type.fieldCount == 0;
    }
    case TypeKind::Void:
      return true;
    default:
      return false;
    }
  }
  return true;
}

llvm::ArrayRef<uint64_t> Layout::startsOf(TypeId type, TypeId wanted) {
  auto [it, isNew] = structStarts_.try_emplace({type, wanted});
  if (isNew) findStarts(type, 0, wanted, 0, it->second);
  return it->second;
}

void Layout::findStarts(TypeId id, uint64_t offset, TypeId wanted, unsigned depth, std::vector<uint64_t>& out) {
  if (!id || depth > maxDepth) return;
  const Type& type = program_.types[id];
  if (type.kind == TypeKind::Array) return findStarts(type.element, offset, wanted, depth + 1, out);
  if (type.kind != TypeKind::Struct && type.kind != TypeKind::Union) return;
  bool isHere = type.fieldCount == 0 || (type.kind == TypeKind::Struct && looksAlike(id, wanted));
  if (isHere && (out.empty() || out.back() != offset)) out.push_back(offset);
  for (const TypeField& field : program_.fieldsOf(type))
    findStarts(field.type, offset + field.offset, wanted, depth + 1, out);
}

bool Layout::isBoundary(TypeId type, uint64_t offset) {
  auto [it, isNew] = boundaries_.try_emplace({type.index, offset}, false);
  if (!isNew) return it->second;
  bool result = findBoundary(type, offset, 0);
  return boundaries_[{type.index, offset}] = result;
}

bool Layout::findBoundary(TypeId id, uint64_t offset, unsigned depth) const {
  if (!id || offset == 0 || depth > maxDepth) return true;
  const Type& type = program_.types[id];
  if (type.kind != TypeKind::Array) offset = inOneElement(type, offset);
  switch (type.kind) {
  case TypeKind::Array:
    if (!type.element || !program_.types[type.element].size) return true;
    return findBoundary(type.element, offset % program_.types[type.element].size, depth + 1);
  case TypeKind::Struct: {
    const TypeField* member = memberAt(type, offset);
    if (!member) return true;
    uint64_t inside = offset - member->offset;
    const Type& memberType = program_.types[member->type];
    bool isOpen = memberType.kind == TypeKind::Array && memberType.count == 0;
    // Padding, and virtual base classes, which have no declared place.
    if (inside >= memberType.size && !isOpen) return inside == 0 || offset % 4 == 0;
    return findBoundary(member->type, inside, depth + 1);
  }
  case TypeKind::Union:
    for (const TypeField& field : program_.fieldsOf(type))
      if (offset < program_.types[field.type].size && findBoundary(field.type, offset, depth + 1)) return true;
    return false;
  default:
    return offset == 0;
  }
}

std::pair<TypeId, uint64_t> Layout::holderOf(TypeId id, uint64_t offset) const {
  std::pair<TypeId, uint64_t> holder{TypeId(), 0};
  for (unsigned depth = 0; id && depth < maxDepth; ++depth) {
    const Type& type = program_.types[id];
    if (type.kind == TypeKind::Array) {
      id = type.element;
      if (id && program_.types[id].size) offset %= program_.types[id].size;
    } else if (type.kind == TypeKind::Struct) {
      offset = inOneElement(type, offset);
      const TypeField* member = memberAt(type, offset);
      if (!member) break;
      holder = {id, member->offset};
      offset -= member->offset;
      id = member->type;
    } else {
      break;
    }
  }
  return holder;
}

TypeId Layout::structAt(TypeId id, uint64_t offset, uint64_t bytes) const {
  for (unsigned depth = 0; id && depth < maxDepth; ++depth) {
    const Type& type = program_.types[id];
    if (type.kind == TypeKind::Array) {
      id = type.element;
      if (id && program_.types[id].size) offset %= program_.types[id].size;
    } else if (type.kind == TypeKind::Struct) {
      offset = inOneElement(type, offset);
      if (offset == 0 && type.size <= bytes) return id;
      const TypeField* member = memberAt(type, offset);
      if (!member) return {};
      offset -= member->offset;
      id = member->type;
    } else {
      return {};
    }
  }
  return {};
}

TypeId Layout::leafAt(TypeId id, uint64_t offset) const {
  for (unsigned depth = 0; id && depth < maxDepth; ++depth) {
    const Type& type = program_.types[id];
    if (type.kind == TypeKind::Array) {
      id = type.element;
      if (id && program_.types[id].size) offset %= program_.types[id].size;
    } else if (type.kind == TypeKind::Struct) {
      offset = inOneElement(type, offset);
      const TypeField* member = memberAt(type, offset);
      bool isOpen = member && program_.types[member->type].kind == TypeKind::Array;
      if (!member || (offset - member->offset >= program_.types[member->type].size && !isOpen)) return {};
      offset -= member->offset;
      id = member->type;
    } else {
      return id;
    }
  }
  return {};
}

bool Layout::hasRoomForPointer(TypeId type, uint64_t offset) const {
  TypeId leaf = leafAt(type, offset);
  if (!leaf) return true;
  const Type& t = program_.types[leaf];
  bool isNumber = t.kind == TypeKind::Integer || t.kind == TypeKind::Float;
  return !isNumber || t.size == 1 || t.size >= 8;
}

bool Layout::isNumber(TypeId type, uint64_t offset) const {
  TypeId leaf = leafAt(type, offset);
  if (!leaf) return false;
  const Type& t = program_.types[leaf];
  return (t.kind == TypeKind::Integer && t.size > 1) || t.kind == TypeKind::Float;
}

bool Layout::isText(TypeId type, uint64_t offset) const {
  TypeId leaf = leafAt(type, offset);
  return leaf && program_.types[leaf].kind == TypeKind::Integer && program_.types[leaf].size == 1;
}

TypeId Layout::firstOfSize(TypeId type, uint64_t bytes) const {
  for (unsigned depth = 0; type && depth < maxDepth && program_.types[type].size > bytes; ++depth) {
    if (program_.types[type].kind != TypeKind::Struct) return {};
    const TypeField* first = memberAt(program_.types[type], 0);
    type = first ? first->type : TypeId();
  }
  return type && program_.types[type].size == bytes ? type : TypeId();
}

bool Layout::isStorage(TypeId type, uint64_t offset) const {
  TypeId leaf = leafAt(type, offset);
  return leaf && program_.text(program_.types[leaf].name) == storageByteName;
}

bool Layout::isPointer(TypeId type, uint64_t offset) const {
  TypeId leaf = leafAt(type, offset);
  return leaf && program_.types[leaf].kind == TypeKind::Pointer;
}

uint64_t Layout::shape(TypeId type) {
  if (!type || program_.types[type].kind != TypeKind::Struct || !program_.types[type].size) return 0;
  auto [it, isNew] = shapes_.try_emplace(type, 0);
  if (!isNew) return it->second;
  std::vector<uint64_t> members{program_.types[type].size};
  findShape(type, 0, 0, members);
  llvm::ArrayRef bytes(reinterpret_cast<const uint8_t*>(members.data()), members.size() * sizeof(uint64_t));
  return shapes_[type] = llvm::xxh3_64bits(bytes) | 1;
}

void Layout::findShape(TypeId id, uint64_t offset, unsigned depth, std::vector<uint64_t>& out) const {
  if (!id || depth > maxDepth) return;
  const Type& type = program_.types[id];
  if (type.kind == TypeKind::Struct) {
    for (const TypeField& field : program_.fieldsOf(type))
      if (!field.bitWidth) findShape(field.type, offset + field.offset, depth + 1, out);
  } else if (type.kind == TypeKind::Array) {
    out.push_back(type.count << 8 | 0xff);
    findShape(type.element, offset, depth + 1, out);
  } else {
    out.push_back(offset << 16 | type.size << 4 | static_cast<uint64_t>(type.kind));
  }
}

// The same type, a type that begins with it or is laid out like it, or one whose first members have the same names and
// places.
bool Layout::looksAlike(TypeId a, TypeId b) {
  auto plainName = [&](TypeId id) { return program_.text(program_.types[id].name).split('<').first; };
  auto beginsWith = [&](TypeId outer, TypeId inner) {
    for (unsigned depth = 0; outer && depth < maxDepth; ++depth) {
      if (outer == inner) return true;
      llvm::StringRef name = plainName(outer), other = plainName(inner);
      const Type& type = program_.types[outer];
      // POSIX has these cast to each other.
      if (name.starts_with("sockaddr") && other.starts_with("sockaddr")) return true;
      bool isNamed = !name.empty() && !other.empty() && !name.starts_with("anon") && !other.starts_with("anon");
      if (isNamed ? name == other : type.kind == TypeKind::Struct && type.size == program_.types[inner].size)
        return true;
      if (uint64_t shaped = shape(outer); shaped && shaped == shape(inner)) return true;
      if (type.kind == TypeKind::Array)
        outer = type.element;
      else if (type.kind == TypeKind::Struct && type.fieldCount)
        outer = program_.fieldsOf(type)[0].type;
      else
        return false;
    }
    return true;
  };
  if (beginsWith(a, b) || beginsWith(b, a)) return true;
  auto x = program_.fieldsOf(program_.types[a]), y = program_.fieldsOf(program_.types[b]);
  size_t count = std::min<size_t>({2, x.size(), y.size()});
  for (size_t k = 0; k < count; ++k)
    if (x[k].name != y[k].name || x[k].offset != y[k].offset || program_.text(x[k].name).empty()) return false;
  return count > 0;
}

llvm::SmallVector<uint64_t, 4> Layout::bases(TypeId id, uint64_t offset) const {
  llvm::SmallVector<uint64_t, 4> result{offset};
  // The outermost class that starts at `offset`.
  uint64_t inside = offset;
  for (unsigned depth = 0; id && inside != 0 && depth < maxDepth; ++depth) {
    const Type& type = program_.types[id];
    const TypeField* member = type.kind == TypeKind::Struct ? memberAt(type, inside) : nullptr;
    if (type.kind == TypeKind::Array && type.element && program_.types[type.element].size) {
      id = type.element;
      inside %= program_.types[id].size;
    } else if (member) {
      id = member->type;
      inside -= member->offset;
    } else {
      return result;
    }
  }
  while (id && program_.types[id].kind == TypeKind::Array) id = program_.types[id].element;
  // Its bases are unnamed members, and so are theirs; what is named is another object.
  std::vector<std::pair<TypeId, uint64_t>> work{{id, offset}};
  for (size_t k = 0; k < work.size() && k < 256; ++k) {
    auto [type, start] = work[k];
    if (!type || program_.types[type].kind != TypeKind::Struct) continue;
    for (const TypeField& field : program_.fieldsOf(program_.types[type])) {
      if (!program_.text(field.name).empty()) continue;
      work.push_back({field.type, start + field.offset});
      if (start + field.offset != offset) result.push_back(start + field.offset);
    }
  }
  return result;
}

uint64_t Layout::extent(TypeId id, uint64_t offset) const {
  for (unsigned depth = 0; id && depth < maxDepth; ++depth) {
    const Type& type = program_.types[id];
    if (offset == 0) return type.size;
    if (type.kind == TypeKind::Array) {
      id = type.element;
      if (!id || !program_.types[id].size) return 0;
      // From an element on, the rest of the array.
      if (offset % program_.types[id].size == 0) return type.size > offset ? type.size - offset : 0;
      offset %= program_.types[id].size;
    } else if (type.kind == TypeKind::Struct) {
      const TypeField* member = memberAt(type, offset);
      if (!member) return 0;
      offset -= member->offset;
      id = member->type;
    } else {
      return type.kind == TypeKind::Union && type.size > offset ? type.size - offset : 0;
    }
  }
  return 0;
}

uint64_t Layout::extentOfNumber(TypeId id, uint64_t offset) const {
  constexpr uint64_t any = ~uint64_t{0};
  for (unsigned depth = 0; id && depth < maxDepth; ++depth) {
    const Type& type = program_.types[id];
    if (type.kind == TypeKind::Array) {
      id = type.element;
      if (id && program_.types[id].size) offset %= program_.types[id].size;
    } else if (type.kind == TypeKind::Struct) {
      if (type.size) offset %= type.size;
      const TypeField* member = memberAt(type, offset);
      if (!member) return any;
      offset -= member->offset;
      id = member->type;
    } else {
      return type.size > offset && type.kind != TypeKind::Void ? type.size - offset : any;
    }
  }
  return any;
}

TypeId Layout::numberAt(TypeId id, uint64_t offset) const {
  for (unsigned depth = 0; id && depth < maxDepth; ++depth) {
    const Type& type = program_.types[id];
    if (type.kind == TypeKind::Array) {
      id = type.element;
      if (id && program_.types[id].size) offset %= program_.types[id].size;
    } else if (type.kind == TypeKind::Struct) {
      offset = inOneElement(type, offset);
      const TypeField* member = memberAt(type, offset);
      if (!member) return {};
      offset -= member->offset;
      id = member->type;
    } else {
      return type.kind == TypeKind::Union ? TypeId() : id;
    }
  }
  return {};
}

uint64_t Layout::extentOfText(TypeId id, uint64_t offset) const {
  constexpr uint64_t any = ~uint64_t{0};
  uint64_t array = 0;
  for (unsigned depth = 0; id && depth < maxDepth; ++depth) {
    const Type& type = program_.types[id];
    switch (type.kind) {
    case TypeKind::Array:
      id = type.element;
      array = type.count ? type.size : any;
      if (id && program_.types[id].size) offset %= program_.types[id].size;
      continue;
    case TypeKind::Struct: {
      offset = inOneElement(type, offset);
      const TypeField* member = memberAt(type, offset);
      if (!member) return type.fieldCount ? 0 : any;
      offset -= member->offset;
      id = member->type;
      array = 0;
      continue;
    }
    // A character alone is the first of an array as far as anyone can tell.
    case TypeKind::Integer:
      return type.size == 1 ? (array ? array : 1) : 0;
    case TypeKind::Union:
    case TypeKind::Void:
      return any;
    default:
      return 0;
    }
  }
  return any;
}

StringId Layout::firstStructName(TypeId id) const {
  StringId name;
  for (unsigned depth = 0; id && depth < maxDepth; ++depth) {
    const Type& type = program_.types[id];
    if (type.kind != TypeKind::Struct) break;
    name = program_.text(type.name).empty() || program_.text(type.name).starts_with("anon") ? StringId() : type.name;
    if (!type.fieldCount) break;
    id = program_.fieldsOf(type)[0].type;
  }
  return name;
}

bool Layout::mayHoldPointers(TypeId type) {
  auto it = pointers_.find(type);
  if (it != pointers_.end()) return it->second;
  bool result = findPointers(type, 0);
  return pointers_[type] = result;
}

bool Layout::findPointers(TypeId id, unsigned depth) {
  if (!id || depth > maxDepth) return true;
  const Type& type = program_.types[id];
  switch (type.kind) {
  case TypeKind::Integer:
  case TypeKind::Float:
    return type.size >= 8 && type.kind == TypeKind::Integer;
  case TypeKind::Array:
    return findPointers(type.element, depth + 1);
  case TypeKind::Struct:
  case TypeKind::Union:
    for (const TypeField& field : program_.fieldsOf(type))
      if (findPointers(field.type, depth + 1)) return true;
    return type.size == 0; // only declared
  default:
    return true;
  }
}

uint64_t Layout::firstElement(TypeId type, uint64_t offset) {
  if (!type) return offset;
  auto key = std::pair(type.index, offset);
  if (auto it = memo_.find(key); it != memo_.end()) return it->second;
  return memo_[key] = compute(type, offset, 0);
}

uint64_t Layout::compute(TypeId id, uint64_t offset, unsigned depth) {
  if (!id || depth > maxDepth) return offset;
  const Type& type = program_.types[id];
  if (type.kind != TypeKind::Array) offset = inOneElement(type, offset);
  switch (type.kind) {
  case TypeKind::Array: {
    uint64_t element = type.element ? program_.types[type.element].size : 0;
    return element ? compute(type.element, offset % element, depth + 1) : 0;
  }
  case TypeKind::Union:
    return holdsArray(id) ? 0 : offset;
  case TypeKind::Struct: {
    const TypeField* member = memberAt(type, offset);
    if (!member) return offset;
    uint64_t inside = offset - member->offset;
    const Type& memberType = program_.types[member->type];
    bool isOpen = memberType.kind == TypeKind::Array && memberType.count == 0;
    if (inside >= memberType.size && !isOpen) return offset; // padding
    return member->offset + compute(member->type, inside, depth + 1);
  }
  default:
    return offset;
  }
}

llvm::SmallVector<uint64_t, 4> Layout::strides(TypeId id, uint64_t offset) const {
  llvm::SmallVector<uint64_t, 4> result;
  if (id && program_.types[id].size && program_.types[id].kind != TypeKind::Array)
    result.push_back(program_.types[id].size);
  for (unsigned depth = 0; id && depth < maxDepth; ++depth) {
    const Type& type = program_.types[id];
    if (type.kind == TypeKind::Array) {
      uint64_t element = type.element ? program_.types[type.element].size : 0;
      if (!element) break;
      result.push_back(element);
      offset %= element;
      id = type.element;
    } else if (type.kind == TypeKind::Struct) {
      const TypeField* member = memberAt(type, offset);
      if (!member) break;
      offset -= member->offset;
      id = member->type;
      const Type& memberType = program_.types[id];
      if (offset == 0 && memberType.kind != TypeKind::Array && memberType.size) result.push_back(memberType.size);
    } else if (type.kind == TypeKind::Union) {
      for (const TypeField& field : program_.fieldsOf(type)) {
        const Type& member = program_.types[field.type];
        if (member.kind == TypeKind::Array && member.element) result.push_back(program_.types[member.element].size);
      }
      break;
    } else {
      break;
    }
  }
  return result;
}

bool Layout::isInArray(TypeId id, uint64_t offset) const {
  for (unsigned depth = 0; id && depth < maxDepth; ++depth) {
    const Type& type = program_.types[id];
    if (type.kind == TypeKind::Array) return type.count != 1;
    if (type.kind == TypeKind::Union) {
      // Numbers and text beside other members are another way to see these, as in the C library's locks.
      for (const TypeField& field : program_.fieldsOf(type)) {
        const Type& member = program_.types[field.type];
        if (member.kind == TypeKind::Array && member.element && program_.types[member.element].fieldCount) return true;
      }
      return false;
    }
    if (type.kind != TypeKind::Struct) return false;
    const TypeField* member = memberAt(type, offset);
    if (!member || offset - member->offset >= program_.types[member->type].size) return false;
    offset -= member->offset;
    id = member->type;
  }
  return false;
}

std::optional<std::pair<uint64_t, uint64_t>> Layout::arrayAround(TypeId id, uint64_t offset,
                                                                 uint64_t elementBytes) const {
  uint64_t start = 0;
  for (unsigned depth = 0; id && depth < maxDepth; ++depth) {
    const Type& type = program_.types[id];
    if (type.kind == TypeKind::Array) {
      uint64_t element = type.element ? program_.types[type.element].size : 0;
      if (!element) break;
      // Without a declared size it goes on to the end.
      if (element == elementBytes) return std::pair(start, type.size ? start + type.size : ~uint64_t{0});
      start += offset / element * element;
      offset %= element;
      id = type.element;
    } else if (type.kind == TypeKind::Struct) {
      const TypeField* member = memberAt(type, offset);
      if (!member) break;
      offset -= member->offset;
      start += member->offset;
      id = member->type;
    } else {
      break;
    }
  }
  return std::nullopt;
}

unsigned Layout::arraysAround(TypeId id, uint64_t offset) const {
  unsigned arrays = 0;
  for (unsigned depth = 0; id && depth < maxDepth; ++depth) {
    const Type& type = program_.types[id];
    if (type.kind == TypeKind::Array) {
      arrays += type.count != 1;
      id = type.element;
      if (id && program_.types[id].size) offset %= program_.types[id].size;
    } else if (type.kind == TypeKind::Struct) {
      const TypeField* member = memberAt(type, offset);
      if (!member) break;
      offset -= member->offset;
      id = member->type;
    } else {
      break;
    }
  }
  return arrays;
}

std::string Layout::path(TypeId id, uint64_t offset, uint64_t size) const {
  std::string text;
  for (unsigned depth = 0; id && depth < maxDepth; ++depth) {
    const Type& type = program_.types[id];
    if (type.kind == TypeKind::Array) {
      uint64_t element = type.element ? program_.types[type.element].size : 0;
      uint64_t whole = type.size ? type.size : element + 1; // without a declared size, more than one element
      if (size && offset == 0 && size >= whole) break;
      text += "[]";
      if (!element) break;
      offset %= element;
      id = type.element;
    } else if (type.kind == TypeKind::Struct || type.kind == TypeKind::Union) {
      if (size && type.size && offset == 0 && size >= type.size && type.fieldCount > 1) break; // the whole struct
      const TypeField* member = memberAt(type, offset);
      if (type.kind == TypeKind::Union) {
        // The member that fits the access best.
        for (const TypeField& field : program_.fieldsOf(type))
          if (size && program_.types[field.type].size == size) {
            member = &field;
            break;
          }
      }
      if (!member) break;
      if (!program_.text(member->name).empty()) text += "." + program_.text(member->name).str();
      offset -= member->offset;
      id = member->type;
    } else {
      break;
    }
  }
  return text;
}

std::string Layout::outerPath(TypeId id, uint64_t offset) const {
  std::string text;
  for (unsigned depth = 0; id && depth < maxDepth; ++depth) {
    const Type& type = program_.types[id];
    // A variable that is a union is one part: the members of the C library's locks are another way to see them.
    if (offset == 0 && type.kind != TypeKind::Array && (depth > 0 || type.kind == TypeKind::Union)) break;
    if (type.kind == TypeKind::Array) {
      uint64_t element = type.element ? program_.types[type.element].size : 0;
      if (!element) break;
      text += "[" + std::to_string(offset / element) + "]";
      offset %= element;
      id = type.element;
      if (offset == 0) break;
    } else if (type.kind == TypeKind::Struct || type.kind == TypeKind::Union) {
      const TypeField* member = memberAt(type, offset);
      if (!member) break;
      if (!program_.text(member->name).empty()) text += "." + program_.text(member->name).str();
      offset -= member->offset;
      id = member->type;
    } else {
      break;
    }
  }
  return text;
}

} // namespace steward
