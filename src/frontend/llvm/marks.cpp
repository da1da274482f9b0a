#include "frontend/llvm/marks.h"

#include "llvm/Analysis/ValueTracking.h"
#include "llvm/IR/Constants.h"

namespace steward {

using namespace llvm;

ArrayRef<StringRef> threadSafetyMacros() {
  static constexpr StringRef macros[] = {
      "-Dguarded_by(...)=annotate(\"steward::guarded_by(\" #__VA_ARGS__ \")\")",
      "-Drequires_capability(...)=annotate(\"steward::requires(\" #__VA_ARGS__ \")\")",
      "-Dexclusive_locks_required(...)=annotate(\"steward::requires(\" #__VA_ARGS__ \")\")",
  };
  return macros;
}

// The text of an annotation's first argument: annotate("steward::benign", "why").
static StringRef firstArgument(const Value* arguments) {
  auto* list = dyn_cast_or_null<GlobalVariable>(arguments);
  auto* values = list && list->hasInitializer() ? dyn_cast<ConstantStruct>(list->getInitializer()) : nullptr;
  StringRef text;
  if (values && values->getNumOperands() > 0) getConstantStringInfo(values->getOperand(0), text);
  return text;
}

std::optional<Mark> readMark(ProgramBuilder& builder, const Value* text, const Value* arguments) {
  StringRef rest;
  if (!getConstantStringInfo(text, rest) || !rest.consume_front("steward::")) return std::nullopt;
  Mark mark;
  if (rest == "norace") return mark;
  if (rest.consume_front("benign"))
    mark.kind = MarkKind::Benign;
  else if (rest.consume_front("guarded_by"))
    mark.kind = MarkKind::GuardedBy;
  else if (rest.consume_front("requires"))
    mark.kind = MarkKind::Requires;
  else
    return std::nullopt;
  // "benign", "benign: why", "benign(why)".
  rest = rest.trim();
  if (rest.consume_front(":"))
    rest = rest.trim();
  else if (rest.consume_front("("))
    rest.consume_back(")");
  else if (!rest.empty())
    return std::nullopt;
  rest = rest.trim().trim('"');
  mark.text = builder.string(rest.empty() ? firstArgument(arguments) : rest);
  return mark;
}

void markSymbols(LinkedProgram& linked, const ModuleLowering& lowering) {
  const GlobalVariable* list = lowering.module.getNamedGlobal("llvm.global.annotations");
  auto* array = list && list->hasInitializer() ? dyn_cast<ConstantArray>(list->getInitializer()) : nullptr;
  if (!array) return;
  for (const Use& element : array->operands()) {
    auto* entry = dyn_cast<ConstantStruct>(element);
    if (!entry || entry->getNumOperands() < 2) continue;
    auto mark =
        readMark(linked.builder, entry->getOperand(1), entry->getNumOperands() > 4 ? entry->getOperand(4) : nullptr);
    if (!mark) continue;
    if (const GlobalValue* function = lowering.functionOf(entry->getOperand(0))) {
      mark->target = MarkTarget::Function;
      mark->function = linked.functions[function];
    } else {
      auto* symbol = dyn_cast<GlobalValue>(entry->getOperand(0)->stripPointerCasts());
      auto it = symbol ? linked.globals.find(linked.symbols.resolve(symbol)) : linked.globals.end();
      if (it == linked.globals.end()) continue;
      mark->global = it->second;
    }
    linked.builder.mark(*mark);
  }
}

} // namespace steward
