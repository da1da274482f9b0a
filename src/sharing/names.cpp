#include "sharing/names.h"

namespace steward {

std::string ObjectNames::name(const Object& object, uint64_t offset, uint64_t bytes) const {
  std::string path;
  if (offset != Location::any && object.type) path = pointers_.objects().layout().path(object.type, offset, bytes);
  switch (object.kind) {
  case ObjectKind::Global:
    return program_.text(program_.globals[GlobalId(object.site)].name).str() + path;
  case ObjectKind::Stack: {
    const Instruction& i = program_.instructions[InstructionId(object.site)];
    llvm::StringRef name = program_.text(program_.local(pointers_.functionOf(object.instance), i.result).name);
    return (name.empty() ? "(temporary)" : name.str()) + path;
  }
  case ObjectKind::Heap: {
    llvm::StringRef type = object.type ? program_.text(program_.types[object.type].name) : "";
    return (type.empty() ? "(heap memory)" : type.str()) + path;
  }
  case ObjectKind::Library:
  case ObjectKind::Unknown:
    if (object.site < program_.functions.size())
      return "what " + program_.text(program_.functions[FunctionId(object.site)].name).str() + " returned";
    return "storage of a library";
  default:
    return "(object)";
  }
}

std::string ObjectNames::name(const Place& place) const {
  uint64_t bytes = place.bytes == Location::any ? 0 : place.bytes;
  // In memory of unknown type, what it is used as.
  if (place.type)
    return program_.text(program_.types[place.type].name).str() +
           pointers_.objects().layout().path(place.type, place.at.offset, bytes);
  return name(pointers_.objects()[place.at.object], place.at.offset, bytes);
}

std::string ObjectNames::kind(const Object& object) const {
  switch (object.kind) {
  case ObjectKind::Global:
    return program_.globals[GlobalId(object.site)].isThreadLocal ? "thread-local variable" : "global variable";
  case ObjectKind::Stack:
    return "local variable of " + program_.text(pointers_.functionOf(object.instance).name).str();
  case ObjectKind::Heap:
    return "heap object";
  default:
    return "memory of a library";
  }
}

PositionId ObjectNames::position(const Object& object) const {
  switch (object.kind) {
  case ObjectKind::Global:
    return program_.globals[GlobalId(object.site)].position;
  case ObjectKind::Stack:
  case ObjectKind::Heap:
    return program_.instructions[InstructionId(object.site)].position;
  default:
    return {};
  }
}

} // namespace steward
