#include "frontend/llvm/member_pointers.h"

#include "llvm/ADT/DenseSet.h"
#include "llvm/BinaryFormat/Dwarf.h"
#include "llvm/IR/Constants.h"
#include "llvm/IR/DebugInfoMetadata.h"
#include "llvm/IR/InstIterator.h"
#include "llvm/IR/Instructions.h"

namespace steward {

using namespace llvm;

namespace {

class Finder {
public:
  explicit Finder(MemberPointers& found) : found_(found) {}

  void constant(const Constant* c) {
    if (isa<GlobalValue>(c) || !seen_.insert(c).second) return;
    if (auto* pair = dyn_cast<ConstantStruct>(c); pair && pair->getNumOperands() == 2)
      halves(pair->getOperand(0), pair->getOperand(1));
    for (const Use& part : c->operands())
      if (auto* inner = dyn_cast<Constant>(part)) constant(inner);
  }

  // Passed to a function, the two halves are two arguments.
  void call(const CallBase& call) {
    const Function* callee = call.getCalledFunction();
    const DISubprogram* info = callee ? callee->getSubprogram() : nullptr;
    if (!info || !info->getType() || !takesMemberPointer(*info->getType())) return;
    for (unsigned k = 0; k + 1 < call.arg_size(); ++k) halves(call.getArgOperand(k), call.getArgOperand(k + 1));
  }

private:
  // The first half is a function, or 1 and the place in the table; the second how far `this` moves.
  void halves(const Value* first, const Value* second) {
    if (!first->getType()->isIntegerTy(64) || !second->getType()->isIntegerTy(64)) return;
    auto *place = dyn_cast<ConstantInt>(first), *distance = dyn_cast<ConstantInt>(second);
    if (place && (place->getZExtValue() & 1)) found_.slots.insert(place->getZExtValue() - 1);
    found_.areAdjusted |= (!place || !place->isZero()) && distance && !distance->isZero();
  }

  static bool takesMemberPointer(const DISubroutineType& type) {
    return any_of(type.getTypeArray(), [](const DIType* t) {
      while (auto* derived = dyn_cast_or_null<DIDerivedType>(t)) {
        if (derived->getTag() == dwarf::DW_TAG_ptr_to_member_type) return true;
        if (derived->getTag() != dwarf::DW_TAG_typedef && derived->getTag() != dwarf::DW_TAG_const_type) return false;
        t = derived->getBaseType();
      }
      return false;
    });
  }

  MemberPointers& found_;
  DenseSet<const Constant*> seen_;
};

} // namespace

void findMemberPointers(const Module& module, MemberPointers& found) {
  Finder finder(found);
  for (const GlobalVariable& variable : module.globals())
    if (variable.hasInitializer()) finder.constant(variable.getInitializer());
  for (const Function& function : module)
    for (const Instruction& i : instructions(function)) {
      for (const Use& operand : i.operands())
        if (auto* c = dyn_cast<Constant>(operand)) finder.constant(c);
      if (auto* call = dyn_cast<CallBase>(&i)) finder.call(*call);
    }
}

} // namespace steward
