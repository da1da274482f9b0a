#include "program/builder.h"

#include "llvm/ADT/Hashing.h"

namespace steward {

StringId StringTable::intern(llvm::StringRef text) {
  auto [it, isNew] = ids_.try_emplace(text, texts_.end_id());
  if (isNew) texts_.push(it->getKey());
  return it->second;
}

StringId StringTable::find(llvm::StringRef text) const {
  auto it = ids_.find(text);
  return it == ids_.end() ? StringId() : it->second;
}

PositionId ProgramBuilder::position(const Position& p) {
  auto& bucket = positionIds_[llvm::hash_combine(p.file, p.line, p.column, p.function, p.inlinedAt)];
  for (PositionId id : bucket)
    if (program.positions[id] == p) return id;
  bucket.push_back(program.positions.push(p));
  return bucket.back();
}

TypeId ProgramBuilder::type(Type type, llvm::ArrayRef<TypeField> fields) {
  TypeId id = program.types.push(type);
  setFields(id, fields);
  return id;
}

void ProgramBuilder::setFields(TypeId id, llvm::ArrayRef<TypeField> fields) {
  Type& type = program.types[id];
  type.firstField = static_cast<uint32_t>(program.typeFields.size());
  type.fieldCount = static_cast<uint32_t>(fields.size());
  program.typeFields.insert(program.typeFields.end(), fields.begin(), fields.end());
}

ValueId ProgramBuilder::constant(const Constant& c) {
  auto& bucket = constantIds_[llvm::hash_combine(static_cast<unsigned>(c.kind), c.symbol, c.value, c.type)];
  for (ConstantId id : bucket)
    if (program.constants[id] == c) return ValueId::constant(id);
  bucket.push_back(program.constants.push(c));
  return ValueId::constant(bucket.back());
}

void ProgramBuilder::setInitializers(GlobalId global, llvm::ArrayRef<Initializer> initializers) {
  Global& g = program.globals[global];
  g.firstInitializer = static_cast<uint32_t>(program.initializers.size());
  g.initializerCount = static_cast<uint32_t>(initializers.size());
  program.initializers.insert(program.initializers.end(), initializers.begin(), initializers.end());
}

void ProgramBuilder::beginFunction(FunctionId function) {
  function_ = function;
  Function& f = program.functions[function];
  f.firstLocal = static_cast<uint32_t>(program.locals.size());
  f.localCount = 0;
  f.firstBlock = program.blocks.end_id();
  f.blockCount = 0;
}

LocalId ProgramBuilder::newLocal(StringId name, TypeId type) {
  Function& f = program.functions[function_];
  program.locals.push_back({name, type, {}});
  return LocalId(f.localCount++);
}

BlockId ProgramBuilder::newBlocks(uint32_t count) {
  Function& f = program.functions[function_];
  BlockId first = program.blocks.end_id();
  for (uint32_t i = 0; i < count; ++i) program.blocks.push({function_, {}, 0, 0, 0, 0, 0});
  f.blockCount += count;
  return first;
}

void ProgramBuilder::beginBlock(BlockId block) {
  block_ = block;
  program.blocks[block].firstInstruction = program.instructions.end_id();
}

InstructionId ProgramBuilder::append(Instruction instruction, llvm::ArrayRef<ValueId> operands,
                                     llvm::ArrayRef<BlockId> incoming) {
  instruction.firstOperand = static_cast<uint32_t>(program.operands.size());
  instruction.operandCount = static_cast<uint32_t>(operands.size());
  program.operands.insert(program.operands.end(), operands.begin(), operands.end());
  if (instruction.opcode == Opcode::Phi) {
    instruction.firstIncoming = static_cast<uint32_t>(program.incoming.size());
    program.incoming.insert(program.incoming.end(), incoming.begin(), incoming.end());
  }
  InstructionId id = program.instructions.push(instruction);
  ++program.blocks[block_].instructionCount;
  if (instruction.result.valid()) program.local(program.functions[function_], instruction.result).definition = id;
  return id;
}

void ProgramBuilder::endBlock(llvm::ArrayRef<BlockId> successors, llvm::ArrayRef<BlockId> handlers) {
  Block& b = program.blocks[block_];
  b.firstSuccessor = static_cast<uint32_t>(program.successors.size());
  b.successorCount = static_cast<uint32_t>(successors.size());
  program.successors.insert(program.successors.end(), successors.begin(), successors.end());
  b.firstHandler = static_cast<uint32_t>(program.handlers.size());
  b.handlerCount = static_cast<uint32_t>(handlers.size());
  program.handlers.insert(program.handlers.end(), handlers.begin(), handlers.end());
}

void ProgramBuilder::endFunction() { function_ = {}; }

void ProgramBuilder::mark(const Mark& mark) {
  if (!llvm::is_contained(program.marks, mark)) program.marks.push_back(mark);
}

void ProgramBuilder::omit(llvm::StringRef what, PositionId where) {
  StringId name = string(what);
  auto [it, isNew] = omissionIds_.try_emplace(name, static_cast<uint32_t>(program.omissions.size()));
  if (isNew) program.omissions.push_back({name, where, 0});
  ++program.omissions[it->second].count;
}

} // namespace steward
