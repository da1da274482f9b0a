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

} // namespace steward
