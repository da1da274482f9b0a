#include "pointer/objects.h"

namespace steward {

ObjectId ObjectTable::object(const Object& wanted) {
  auto [it, isNew] = objectIds_.try_emplace({wanted.kind, wanted.site, wanted.context}, objects_.end_id());
  if (isNew) {
    objects_.push(wanted);
    locationsOf_.push({});
    views_.push({});
  }
  return it->second;
}

void ObjectTable::findFamilies() {
  llvm::DenseMap<uint64_t, StringId> byShape;
  for (uint32_t t = 0; t < program_.types.size(); ++t) {
    const Type& type = program_.types[TypeId(t)];
    StringId name = layout_.firstStructName(TypeId(t));
    uint64_t shape = layout_.shape(TypeId(t));
    if (name && type.name == name && shape)
      familyNames_.try_emplace(name, byShape.try_emplace(shape, name).first->second);
  }
  for (uint32_t t = 0; t < program_.types.size(); ++t) {
    StringId name = family(TypeId(t));
    if (!name) continue;
    TypeId& largest = families_[name];
    if (!largest || program_.types[TypeId(t)].size > program_.types[largest].size) largest = TypeId(t);
  }
}

bool ObjectTable::isRaw(LocationId id) const {
  const Location& at = locations_[id];
  const Object& object = objects_[at.object];
  if (at.isAny() || object.kind == ObjectKind::Buffer) return false;
  if (isShapeless(at.object)) return true;
  if (isInTail(object, at.offset)) return headers_.contains(family(object.type));
  if (!isLaidOut(object) || isReadOnly(object)) return false;
  return layout_.isStorage(object.type, at.offset) || storage_.contains(textAt(object, at.offset));
}

// What an array of characters is known by in all objects: the struct that it is a member of, or the variable.
std::pair<uint32_t, uint64_t> ObjectTable::textAt(const Object& object, uint64_t offset) const {
  if (!layout_.isText(object.type, offset)) return {0, 0};
  auto [holder, inside] = layout_.holderOf(object.type, offset);
  if (holder) return {family(holder).index, inside};
  return {object.site | variableBit, static_cast<uint64_t>(object.kind)};
}

void ObjectTable::addStorage(TypeId structure, uint64_t offset) {
  if (!layout_.isText(structure, offset)) return;
  auto [holder, inside] = layout_.holderOf(structure, offset);
  if (holder) storage_.insert({family(holder).index, inside});
}

void ObjectTable::addStorage(ObjectKind kind, uint32_t site) {
  storage_.insert({site | variableBit, static_cast<uint64_t>(kind)});
}

bool ObjectTable::isInStruct(LocationId id) const {
  const Location& at = locations_[id];
  const Object& object = objects_[at.object];
  return isLaidOut(object) && layout_.holderOf(object.type, at.isAny() ? 0 : at.offset).first.valid();
}

StringId ObjectTable::familyAt(LocationId id, uint64_t bytes) const {
  const Location& at = locations_[id];
  const Object& object = objects_[at.object];
  if (at.isAny() || !isLaidOut(object) || isInTail(object, at.offset)) return {};
  TypeId type = layout_.structAt(object.type, at.offset, bytes);
  return type ? family(type) : StringId();
}

ObjectId ObjectTable::view(LocationId memory, TypeId type) {
  StringId name = family(type);
  if (!name || !hasViews_) return {};
  // Raw memory inside a view is part of the raw memory that the view is of; else there would be no end of them.
  Location at = locations_[memory];
  if (const Object& object = objects_[at.object]; object.parent)
    return view(location(object.parent, object.base), type);
  if (collapsed_.contains(memory)) return {};
  auto [it, isNew] = viewIds_.try_emplace({memory, name}, objects_.end_id());
  if (!isNew) return it->second;
  if (views_[at.object].size() >= maxViews) {
    viewIds_.erase(it);
    collapsed_.insert(memory);
    newlyCollapsed_.push_back(memory);
    return {};
  }
  Object made = objects_[at.object];
  made.type = families_.lookup(name);
  made.size = 0;
  made.hasTail = false;
  return addView(memory, made);
}

ObjectId ObjectTable::addView(LocationId memory, const Object& made) {
  Location at = locations_[memory];
  ObjectId id = objects_.push(made);
  objects_[id].parent = at.object;
  objects_[id].base = at.offset;
  locationsOf_.push({});
  views_.push({});
  views_[at.object].push_back(id);
  return id;
}

void ObjectTable::setBody(ObjectId memory, uint64_t lead, const Object& body) {
  LocationId start = location(memory, 0);
  ObjectId id = addView(start, body);
  bodies_[memory] = {lead, id};
  if (StringId name = family(body.type)) viewIds_[{start, name}] = id;
}

ObjectId ObjectTable::find(const Object& wanted) const {
  auto it = objectIds_.find({wanted.kind, wanted.site, wanted.context});
  return it == objectIds_.end() ? ObjectId() : it->second;
}

uint64_t ObjectTable::canonical(const Object& object, uint64_t offset) const {
  if (offset == Location::any) return offset;
  switch (object.kind) {
  case ObjectKind::Function:
  case ObjectKind::VarArgs:
  case ObjectKind::Thread:
    return 0;
  case ObjectKind::Unknown:
  case ObjectKind::Library:
    return Location::any;
  case ObjectKind::Buffer:
    return offset < bufferLimit ? offset : Location::any;
  default:
    if (isTable(object)) {
      // Behind the end: the same place in any element.
      uint64_t first = layout_.firstElement(object.type, offset % object.size);
      if (offset >= 2 * object.size || !layout_.isBoundary(object.type, first)) return Location::any;
      return offset < object.size ? offset : object.size + first;
    }
    if (isInTail(object, offset)) return program_.types[object.type].size;
    if (isLaidOut(object)) {
      // Inside a number or a pointer is where only bytes are walked over.
      uint64_t first = layout_.firstElement(object.type, offset);
      return layout_.isBoundary(object.type, first) ? first : Location::any;
    }
    if (object.kind == ObjectKind::Heap) return 0;
    return offset < untypedLimit && offset % 4 == 0 ? offset : Location::any;
  }
}

LocationId ObjectTable::location(ObjectId id, uint64_t offset) {
  offset = canonical(objects_[id], offset);
  // Somewhere in a view is somewhere in the memory.
  if (offset == Location::any && objects_[id].parent) return location(objects_[id].parent, objects_[id].base);
  auto [it, isNew] = locationIds_.try_emplace({id.index, offset}, locations_.end_id());
  if (isNew) locationsOf_[id].push_back(locations_.push({id, offset}));
  return it->second;
}

LocationId ObjectTable::find(ObjectId id, uint64_t offset) const {
  auto it = locationIds_.find({id.index, canonical(objects_[id], offset)});
  return it == locationIds_.end() ? LocationId() : it->second;
}

LocationId ObjectTable::moved(LocationId from, int64_t bytes) {
  Location at = locations_[from];
  if (at.isAny() || bytes == 0) return from;
  int64_t offset = static_cast<int64_t>(at.offset) + bytes;
  if (auto body = bodies_.find(at.object); body != bodies_.end())
    if (offset == static_cast<int64_t>(body->second.first)) return location(body->second.second, 0);
  return location(at.object, offset < 0 ? Location::any : static_cast<uint64_t>(offset));
}

// Another element of the array around the location is the same location. A step that does not fit any array there (a
// char pointer that walks over a struct) goes by bytes when its length is known, and anywhere when it is not.
LocationId ObjectTable::movedByElements(LocationId from, int64_t stride, std::optional<int64_t> count) {
  Location at = locations_[from];
  if (at.isAny() || stride == 0 || count == 0) return from;
  const Object& object = objects_[at.object];
  if (count && bodies_.count(at.object)) return moved(from, stride * *count);
  if (isTable(object)) return count && at.offset < object.size ? moved(from, stride * *count) : inAnyElement(from);
  if (isInTail(object, at.offset)) return count && stride * *count < 0 ? anywhere(from) : from;
  if (isLaidOut(object)) {
    // Behind the only element that is known to be there, or another one of an array.
    if (object.hasTail && object.size && at.offset == 0 && count && *count > 0) return moved(from, stride * *count);
    for (uint64_t element : layout_.strides(object.type, at.offset))
      // An empty base class has a byte, which is no array of bytes.
      if (element && static_cast<uint64_t>(std::abs(stride)) % element == 0 &&
          (element > 1 || layout_.isText(object.type, at.offset)))
        return from;
    return count ? moved(from, stride * *count) : anywhere(from);
  }
  return from; // memory of unknown type is an array of whatever it is used as
}

LocationId ObjectTable::behindFirst(LocationId from, int64_t bytes) {
  Location at = locations_[from];
  const Object& object = objects_[at.object];
  if (at.offset != 0 || !isLaidOut(object) || !object.hasTail || object.size) return {};
  uint64_t element = program_.types[object.type].size;
  return bytes >= 0 && static_cast<uint64_t>(bytes) >= element ? location(at.object, element) : LocationId();
}

llvm::SmallVector<LocationId, 4> ObjectTable::bases(LocationId from) {
  Location at = locations_[from];
  llvm::SmallVector<LocationId, 4> result{from};
  if (at.isAny() || !isLaidOut(objects_[at.object]) || isInTail(objects_[at.object], at.offset)) return result;
  for (uint64_t offset : layout_.bases(objects_[at.object].type, at.offset))
    result.push_back(location(at.object, offset));
  return result;
}

LocationId ObjectTable::inAnyElement(LocationId from) {
  Location at = locations_[from];
  const Object& object = objects_[at.object];
  if (at.isAny() || !isTable(object) || at.offset >= object.size) return from;
  return location(at.object, object.size + at.offset);
}

LocationId ObjectTable::anywhere(LocationId from) {
  ObjectId object = locations_[from].object;
  return location(object, isShapeless(object) ? 0 : Location::any);
}

llvm::SmallVector<LocationId, 2> ObjectTable::member(LocationId from, TypeId type, int64_t bytes) {
  Location at = locations_[from];
  Object object = objects_[at.object]; // a view may be made
  bool isKnown = at.isAny() && isLaidOut(object) && program_.types[type].kind == TypeKind::Struct;
  llvm::SmallVector<LocationId, 2> result;
  if (bytes >= 0 && type && program_.types[type].kind == TypeKind::Struct && isRaw(from)) {
    // A struct that begins with storage, and is declared here, is meant itself and not something in its storage.
    if (isLaidOut(object) && !isInTail(object, at.offset) &&
        llvm::is_contained(layout_.startsOf(object.type, type), at.offset)) {
      result.push_back(moved(from, bytes));
      return result;
    }
    ObjectId seen = view(from, type);
    result.push_back(seen ? location(seen, static_cast<uint64_t>(bytes)) : moved(from, bytes));
    return result;
  }
  if (!isKnown) {
    if (mayBeStruct(from, type)) result.push_back(moved(from, bytes));
    return result;
  }
  for (uint64_t start : layout_.startsOf(object.type, type))
    result.push_back(location(at.object, start + static_cast<uint64_t>(bytes)));
  if (object.hasTail) result.append(member(location(at.object, program_.types[object.type].size), type, bytes));
  return result;
}

bool ObjectTable::hasRoomForPointer(LocationId id) const {
  const Location& at = locations_[id];
  const Object& object = objects_[at.object];
  if (at.isAny() || !isLaidOut(object) || isInTail(object, at.offset)) return true;
  return layout_.hasRoomForPointer(object.type, at.offset);
}

bool ObjectTable::isPointer(LocationId id) const {
  const Location& at = locations_[id];
  const Object& object = objects_[at.object];
  return !at.isAny() && isLaidOut(object) && !isInTail(object, at.offset) && layout_.isPointer(object.type, at.offset);
}

bool ObjectTable::isNumber(LocationId id) const {
  const Location& at = locations_[id];
  const Object& object = objects_[at.object];
  return !at.isAny() && isLaidOut(object) && !isInTail(object, at.offset) && layout_.isNumber(object.type, at.offset);
}

bool ObjectTable::mayBeStruct(LocationId id, TypeId type) const {
  const Location& at = locations_[id];
  const Object& object = objects_[at.object];
  if (object.kind == ObjectKind::Function || object.kind == ObjectKind::Thread) return false;
  if (at.isAny() || !object.type || !type) return true;
  if (isInTail(object, at.offset)) return program_.types[type].kind != TypeKind::Struct || isRaw(id);
  // Text is not some struct's storage unless it is seen to be used so.
  return layout_.mayStartAt(object.type, at.offset, type) || isRaw(id);
}

bool ObjectTable::mayBePointee(LocationId id, TypeId structure) const {
  const Location& at = locations_[id];
  const Object& object = objects_[at.object];
  if (object.kind == ObjectKind::Function || object.kind == ObjectKind::Thread) return false;
  if (!isLaidOut(object)) return true;
  if (at.isAny())
    return object.hasTail || !layout_.startsOf(object.type, structure).empty() ||
           (family(object.type) && family(object.type) == family(structure));
  if (mayBeStruct(id, structure)) return true;
  StringId known = familyAt(id, Location::any);
  return known && known == family(structure);
}

uint64_t ObjectTable::extent(LocationId id) const {
  const Location& at = locations_[id];
  const Object& object = objects_[at.object];
  if (at.isAny() || !object.type || at.offset == 0 || isInTail(object, at.offset)) return Location::any;
  return layout_.extent(object.type, at.offset);
}

bool ObjectTable::isText(LocationId id) const {
  const Location& at = locations_[id];
  const Object& object = objects_[at.object];
  if (at.isAny() || !isLaidOut(object) || isInTail(object, at.offset)) return false;
  return layout_.isText(object.type, at.offset) && !isRaw(id);
}

uint64_t ObjectTable::extentOfText(LocationId id) const {
  const Location& at = locations_[id];
  const Object& object = objects_[at.object];
  if (at.isAny() || !isLaidOut(object) || isInTail(object, at.offset)) return Location::any;
  return layout_.extentOfText(object.type, at.offset);
}

uint64_t ObjectTable::extentOfNumber(LocationId id) const {
  const Location& at = locations_[id];
  const Object& object = objects_[at.object];
  if (at.isAny() || !isLaidOut(object) || isInTail(object, at.offset)) return Location::any;
  return layout_.extentOfNumber(object.type, at.offset);
}

bool ObjectTable::isOnlyArray(LocationId id) const {
  const Location& at = locations_[id];
  const Object& object = objects_[at.object];
  if (at.isAny()) return false;
  if (!isLaidOut(object)) return true;
  if (isInTail(object, at.offset)) return false;
  unsigned arrays = layout_.arraysAround(object.type, at.offset);
  if (object.kind == ObjectKind::Heap && object.size != program_.types[object.type].size) ++arrays;
  return arrays <= 1;
}

bool ObjectTable::mayHoldPointers(ObjectId id) const {
  const Object& object = objects_[id];
  if (object.kind == ObjectKind::Function) return false;
  return !object.type || object.hasTail || layout_.mayHoldPointers(object.type);
}

bool ObjectTable::isOnePlace(LocationId id) const {
  const Location& at = locations_[id];
  const Object& object = objects_[at.object];
  if (at.isAny()) return false;
  if (!isLaidOut(object)) return object.kind != ObjectKind::Heap;
  uint64_t element = program_.types[object.type].size;
  if (isInTail(object, at.offset)) return false;
  if (object.hasTail) return object.size && !layout_.isInArray(object.type, at.offset);
  if (object.kind == ObjectKind::Heap && (object.size == 0 || object.size != element)) return false;
  if (!layout_.isInArray(object.type, at.offset)) return true;
  // An array of characters that a struct lies in, with no room for two.
  if (!isRaw(id)) return false;
  uint64_t bytes = layout_.extentOfText(object.type, at.offset);
  return llvm::any_of(views_[at.object], [&](ObjectId view) { return objects_[view].base == at.offset; }) &&
         llvm::all_of(views_[at.object], [&](ObjectId view) {
           return objects_[view].base != at.offset || 2 * program_.types[objects_[view].type].size > bytes;
         });
}

} // namespace steward
