#include "frontend/llvm/module_lowering.h"

#include "llvm/IR/Constants.h"
#include "llvm/IR/DebugProgramInstruction.h"
#include "llvm/IR/Function.h"
#include "llvm/IR/GlobalAlias.h"
#include "llvm/IR/GlobalIFunc.h"
#include "llvm/IR/Operator.h"
#include "llvm/Support/FileSystem.h"
#include "llvm/Support/Path.h"

namespace steward {

using namespace llvm;

ModuleLowering::ModuleLowering(LinkedProgram& linked, const Module& module)
    : linked(linked), builder(linked.builder), module(module), layout(module.getDataLayout()),
      types(builder, layout, [this](const DIFile* file) { return fileName(file); }) {
  SmallString<128> folder;
  if (!sys::fs::current_path(folder)) currentFolder_ = std::string(folder);
  // Every composite type has to be known by its name before the first LLVM struct type is looked up.
  for (const llvm::Function& function : module)
    for (const BasicBlock& block : function)
      for (const llvm::Instruction& i : block)
        for (const DbgVariableRecord& record : filterDbgVars(i.getDbgRecordRange()))
          types.ofDebug(record.getVariable()->getType());
}

ValueId ModuleLowering::constant(const llvm::Constant* value) {
  int64_t offset = 0;
  for (unsigned depth = 0; depth < 64; ++depth) {
    if (auto* number = dyn_cast<ConstantInt>(value))
      return number->getBitWidth() <= 64 ? builder.integer(number->getSExtValue()) : builder.undefined();
    if (isa<ConstantPointerNull>(value)) return offset ? builder.integer(offset) : builder.null();
    if (isa<ConstantAggregateZero>(value)) return builder.null();
    if (isa<ConstantFP>(value)) return builder.constant({ConstantKind::Float, 0, 0, {}});
    if (auto* global = dyn_cast<GlobalValue>(value)) {
      const GlobalValue* target = linked.symbols.resolve(global);
      if (auto* alias = dyn_cast<GlobalAlias>(target)) {
        value = alias->getAliasee();
        continue;
      }
      if (auto it = linked.functions.find(target); it != linked.functions.end()) return builder.address(it->second);
      if (auto it = linked.globals.find(target); it != linked.globals.end()) return builder.address(it->second, offset);
      return builder.undefined();
    }
    if (auto* equivalent = dyn_cast<DSOLocalEquivalent>(value)) {
      value = equivalent->getGlobalValue();
    } else if (auto* gep = dyn_cast<GEPOperator>(value)) {
      APInt delta(layout.getIndexSizeInBits(gep->getPointerAddressSpace()), 0);
      if (!gep->accumulateConstantOffset(layout, delta)) return builder.undefined();
      offset += delta.getSExtValue();
      value = cast<llvm::Constant>(gep->getPointerOperand());
    } else if (auto* expression = dyn_cast<ConstantExpr>(value)) {
      if (expression->isCast()) {
        value = expression->getOperand(0);
      } else if (expression->getNumOperands() == 2) {
        // Arithmetic on an address: keep the address, and the offset when it is a number.
        auto* number = dyn_cast<ConstantInt>(expression->getOperand(1));
        if (number && number->getBitWidth() <= 64 && expression->getOpcode() == llvm::Instruction::Add)
          offset += number->getSExtValue();
        else if (number && number->getBitWidth() <= 64 && expression->getOpcode() == llvm::Instruction::Sub)
          offset -= number->getSExtValue();
        value = expression->getOperand(0);
      } else {
        return builder.undefined();
      }
    } else {
      return builder.undefined();
    }
  }
  return builder.undefined();
}

const GlobalValue* ModuleLowering::functionOf(const llvm::Value* callee) const {
  for (unsigned depth = 0; depth < 64; ++depth) {
    callee = callee->stripPointerCasts();
    auto* global = dyn_cast<GlobalValue>(callee);
    if (!global) return nullptr;
    global = linked.symbols.resolve(global);
    if (auto* alias = dyn_cast<GlobalAlias>(global))
      callee = alias->getAliasee();
    else
      return linked.functions.count(global) ? global : nullptr;
  }
  return nullptr;
}

StringId ModuleLowering::fileName(const DIFile* file) {
  if (!file) return {};
  auto [it, isNew] = files_.try_emplace(file, StringId());
  if (isNew) {
    // As the user would name it from where he stands.
    SmallString<128> path(file->getFilename());
    if (!sys::path::is_absolute(path) && !file->getDirectory().empty() && file->getDirectory() != currentFolder_) {
      path = file->getDirectory();
      sys::path::append(path, file->getFilename());
    }
    sys::path::remove_dots(path, /*remove_dot_dot=*/true);
    StringRef shown = path;
    if (shown.starts_with(currentFolder_ + "/")) shown = shown.drop_front(currentFolder_.size() + 1);
    it->second = builder.string(shown);
  }
  return it->second;
}

PositionId ModuleLowering::position(const DILocation* location) {
  if (!location) return {};
  auto it = positions_.find(location);
  if (it != positions_.end()) return it->second;
  Position p;
  p.file = fileName(location->getFile());
  p.line = location->getLine();
  p.column = location->getColumn();
  if (DISubprogram* function = location->getScope()->getSubprogram())
    p.function = builder.string(qualified(function->getScope(), function->getName()));
  p.inlinedAt = position(location->getInlinedAt());
  return positions_[location] = builder.position(p);
}

PositionId ModuleLowering::position(const DISubprogram* function) {
  if (!function) return {};
  Position p;
  p.file = fileName(function->getFile());
  p.line = function->getLine();
  p.function = builder.string(qualified(function->getScope(), function->getName()));
  return builder.position(p);
}

PositionId ModuleLowering::position(const DIVariable* variable, const DILocalScope* scope) {
  if (!variable) return {};
  Position p;
  p.file = fileName(variable->getFile());
  p.line = variable->getLine();
  if (scope)
    if (DISubprogram* function = scope->getSubprogram())
      p.function = builder.string(qualified(function->getScope(), function->getName()));
  return builder.position(p);
}

std::vector<Initializer> ModuleLowering::initializers(const llvm::Constant* value, bool withNumbers) {
  std::vector<Initializer> result;
  collectInitializers(value, 0, withNumbers, result);
  return result;
}

// A table of numbers is of no interest one by one.
static constexpr unsigned maxNumbersInRow = 64;

void ModuleLowering::collectNumbers(const llvm::Constant* value, uint64_t offset, std::vector<Initializer>& out) {
  if (value->isNullValue() || isa<UndefValue>(value)) return;
  auto* row = dyn_cast<ConstantDataSequential>(value);
  if (!row) {
    out.push_back({offset, constant(value)});
  } else if (row->getNumElements() > maxNumbersInRow) {
    out.push_back({offset, builder.undefined()});
  } else {
    for (unsigned i = 0; i < row->getNumElements(); ++i)
      collectNumbers(row->getElementAsConstant(i), offset + i * row->getElementByteSize(), out);
  }
}

void ModuleLowering::collectInitializers(const llvm::Constant* value, uint64_t offset, bool withNumbers,
                                         std::vector<Initializer>& out) {
  if (isa<ConstantData>(value)) { // numbers, text, zeros
    if (withNumbers) collectNumbers(value, offset, out);
    return;
  }
  if (auto* structure = dyn_cast<ConstantStruct>(value)) {
    const StructLayout* parts = layout.getStructLayout(structure->getType());
    for (unsigned i = 0; i < structure->getNumOperands(); ++i)
      collectInitializers(structure->getOperand(i), offset + parts->getElementOffset(i), withNumbers, out);
  } else if (isa<ConstantArray, ConstantVector>(value)) {
    uint64_t stride = layout.getTypeAllocSize(value->getOperand(0)->getType());
    for (unsigned i = 0; i < value->getNumOperands(); ++i)
      collectInitializers(cast<llvm::Constant>(value->getOperand(i)), offset + i * stride, withNumbers, out);
  } else {
    ValueId address = constant(value);
    ConstantKind kind = builder.program.constants[address.constant()].kind;
    if (kind == ConstantKind::Global || kind == ConstantKind::Function)
      out.push_back({offset, address});
    else if (withNumbers)
      out.push_back({offset, builder.undefined()});
  }
}

} // namespace steward
