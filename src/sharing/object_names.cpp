#include "sharing/object_names.h"

namespace steward {

std::string objectName(const PointerAnalysis& pointers, const Object& object, uint64_t offset, uint64_t bytes) {
  const Program& program = pointers.program();
  std::string path;
  if (offset != Location::any && object.type) path = pointers.objects().layout().path(object.type, offset, bytes);
  switch (object.kind) {
  case ObjectKind::Global:
    return program.text(program.globals[GlobalId(object.site)].name).str() + path;
  case ObjectKind::Function:
    return program.text(program.functions[FunctionId(object.site)].name).str();
  case ObjectKind::Stack: {
    const Instruction& i = program.instructions[InstructionId(object.site)];
    llvm::StringRef name = program.text(program.local(pointers.functionOf(object.instance), i.result).name);
    return (name.empty() ? "(temporary)" : name.str()) + path;
  }
  case ObjectKind::Heap: {
    llvm::StringRef type = object.type ? program.text(program.types[object.type].name) : "";
    return (type.empty() ? "(heap memory)" : type.str()) + path;
  }
  case ObjectKind::Library:
  case ObjectKind::Unknown:
    if (object.site < program.functions.size())
      return "what " + program.text(program.functions[FunctionId(object.site)].name).str() + " returned";
    return "storage of a library";
  default:
    return "(object)";
  }
}

std::string placeName(const PointerAnalysis& pointers, const Place& place) {
  const Program& program = pointers.program();
  uint64_t bytes = place.bytes == Location::any ? 0 : place.bytes;
  // In memory of unknown type, what it is used as.
  if (place.type)
    return program.text(program.types[place.type].name).str() +
           pointers.objects().layout().path(place.type, place.at.offset, bytes);
  return objectName(pointers, pointers.objects()[place.at.object], place.at.offset, bytes);
}

std::string objectKind(const PointerAnalysis& pointers, const Object& object) {
  const Program& program = pointers.program();
  switch (object.kind) {
  case ObjectKind::Global:
    return program.globals[GlobalId(object.site)].isThreadLocal ? "thread-local variable" : "global variable";
  case ObjectKind::Stack:
    return "local variable of " + program.text(pointers.functionOf(object.instance).name).str();
  case ObjectKind::Heap:
    return isGiven(pointers, object) ? "piece of memory that an origin is given" : "heap object";
  default:
    return "memory of a library";
  }
}

PositionId objectPosition(const PointerAnalysis& pointers, const Object& object) {
  const Program& program = pointers.program();
  switch (object.kind) {
  case ObjectKind::Global:
    return program.globals[GlobalId(object.site)].position;
  case ObjectKind::Stack:
  case ObjectKind::Heap:
    return program.instructions[InstructionId(object.site)].position;
  default:
    return {};
  }
}

bool isGiven(const PointerAnalysis& pointers, const Object& object) {
  return object.kind == ObjectKind::Heap && pointers.program().instructions[InstructionId(object.site)].isSynthetic;
}

} // namespace steward
