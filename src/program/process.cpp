#include "program/process.h"

#include "program/builder.h"

namespace steward {

namespace {

class ProcessBuilder {
public:
  explicit ProcessBuilder(Program& program) : builder_(program), program_(program) {}

  FunctionId build(llvm::ArrayRef<DeclaredOrigin> origins, FunctionId start) {
    std::vector<FunctionId> starters;
    for (const DeclaredOrigin& origin : origins) starters.push_back(declared(origin.starter));
    FunctionId memory = declared("steward::memory");
    Function process;
    process.name = process.linkName = builder_.string(processFunctionName);
    FunctionId id = program_.functions.push(process);
    builder_.beginFunction(id);
    builder_.beginBlock(builder_.newBlocks(1));
    for (size_t k = 0; k < origins.size(); ++k) {
      llvm::SmallVector<ValueId, 8> arguments{builder_.address(origins[k].entry)};
      const Function entry = program_.functions[origins[k].entry];
      for (uint32_t p = 0; p < entry.parameterCount; ++p)
        arguments.push_back(isPointer(entry, p) ? unknown(memory) : builder_.undefined());
      append(Opcode::Call, starters[k].index, arguments);
    }
    if (start) {
      llvm::SmallVector<ValueId, 4> arguments(program_.functions[start].parameterCount, builder_.undefined());
      append(Opcode::Call, start.index, arguments);
    }
    append(Opcode::Return, 0, {});
    builder_.endBlock({});
    builder_.endFunction();
    return id;
  }

private:
  FunctionId declared(llvm::StringRef name) {
    StringId wanted = builder_.string(name);
    for (uint32_t f = 0; f < program_.functions.size(); ++f)
      if (program_.functions[FunctionId(f)].linkName == wanted) return FunctionId(f);
    Function f;
    f.name = f.linkName = wanted;
    f.isVariadic = true;
    f.mayThrow = false;
    return program_.functions.push(f);
  }

  bool isPointer(const Function& f, uint32_t parameter) const {
    if (!f.type || program_.types[f.type].kind != TypeKind::Function) return true;
    auto parameters = program_.fieldsOf(program_.types[f.type]);
    if (parameter >= parameters.size() || !parameters[parameter].type) return true;
    return program_.types[parameters[parameter].type].kind == TypeKind::Pointer;
  }

  // Memory of which nothing is known. What lies behind it is not known either: it points to itself.
  ValueId unknown(FunctionId memory) {
    LocalId address = builder_.newLocal();
    append(Opcode::Call, memory.index, {}, address);
    append(Opcode::Store, 8, {ValueId::local(address), ValueId::local(address)});
    return ValueId::local(address);
  }

  void append(Opcode opcode, int64_t immediate, llvm::ArrayRef<ValueId> operands, LocalId result = {}) {
    Instruction i;
    i.opcode = opcode;
    i.immediate = immediate;
    i.isSynthetic = true;
    i.result = result;
    builder_.append(i, operands);
  }

  ProgramBuilder builder_;
  Program& program_;
};

} // namespace

FunctionId addProcess(Program& program, llvm::ArrayRef<DeclaredOrigin> origins, FunctionId start) {
  return ProcessBuilder(program).build(origins, start);
}

} // namespace steward
