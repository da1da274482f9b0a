#include "pointer/objects.h"

namespace steward {

ObjectId ObjectTable::object(const Object& wanted) {
  auto [it, isNew] = objectIds_.try_emplace({wanted.kind, wanted.site, wanted.context}, objects_.end_id());
  if (isNew) {
    objects_.push(wanted);
    locationsOf_.push({});
  }
  return it->second;
}

uint64_t ObjectTable::canonical(const Object& object, uint64_t offset) const {
  if (offset == Location::any) return offset;
  switch (object.kind) {
  case ObjectKind::Function:
  case ObjectKind::VarArgs:
  case ObjectKind::Thread: return 0;
  case ObjectKind::Unknown:
  case ObjectKind::Library: return Location::any;
  default:
    if (object.type && program_.types[object.type].size) return layout_.firstElement(object.type, offset);
    return offset < untypedLimit ? offset : Location::any;
  }
}

LocationId ObjectTable::location(ObjectId id, uint64_t offset) {
  offset = canonical(objects_[id], offset);
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
  return location(at.object, offset < 0 ? Location::any : static_cast<uint64_t>(offset));
}

// Another element of the array around the location is the same location. A step that does not fit any array there (a
// char pointer that walks over a struct) goes by bytes when its length is known, and anywhere when it is not.
LocationId ObjectTable::movedByElements(LocationId from, int64_t stride, std::optional<int64_t> count) {
  Location at = locations_[from];
  if (at.isAny() || stride == 0 || count == 0) return from;
  const Object& object = objects_[at.object];
  if (object.type && program_.types[object.type].size) {
    for (uint64_t element : layout_.strides(object.type, at.offset))
      if (element && static_cast<uint64_t>(std::abs(stride)) % element == 0) return from;
  } else if (stride != 1 || !count || *count > 0) {
    // Memory of unknown type: an array of whatever it is used as. Only a constant step back by bytes is taken for a way
    // from a member to its struct.
    return from;
  }
  if (count) return moved(from, stride * *count);
  return anywhere(from);
}

bool ObjectTable::isOnePlace(LocationId id) const {
  const Location& at = locations_[id];
  const Object& object = objects_[at.object];
  if (at.isAny()) return false;
  if (!object.type) return object.kind == ObjectKind::Heap ? false : true;
  uint64_t element = program_.types[object.type].size;
  if (object.kind == ObjectKind::Heap && (object.size == 0 || object.size != element)) return false;
  return !layout_.isInArray(object.type, at.offset);
}

} // namespace steward
