#include "frontend/llvm/lower.h"

#include "frontend/llvm/marks.h"
#include "frontend/llvm/module_lowering.h"

#include "llvm/ADT/StringSet.h"
#include "llvm/Analysis/ValueTracking.h"
#include "llvm/Demangle/Demangle.h"
#include "llvm/IR/Constants.h"
#include "llvm/IR/Function.h"
#include "llvm/IR/GlobalIFunc.h"
#include "llvm/Support/Path.h"

namespace steward {

using namespace llvm;

namespace {

// Where an internal name of a module lives, for a link name that is unique: "worker.c:helper".
class LinkNames {
public:
  std::string of(const GlobalValue& value) {
    std::string name = value.hasName() ? value.getName().str() : "(unnamed)";
    if (value.hasLocalLinkage() || !value.hasName())
      name = (sys::path::filename(value.getParent()->getSourceFileName()) + ":" + name).str();
    if (taken_.insert(name).second) return name;
    for (unsigned copy = 2;; ++copy)
      if (std::string next = name + "#" + std::to_string(copy); taken_.insert(next).second) return next;
  }

private:
  StringSet<> taken_;
};

// The name a person would use: from debug info, else from the symbol, without parameters.
std::string displayName(const GlobalValue& value) {
  if (auto* function = dyn_cast<llvm::Function>(&value))
    if (DISubprogram* info = function->getSubprogram()) return qualified(info->getScope(), info->getName());
  StringRef name = value.getName();
  if (!name.starts_with("_Z")) return name.str();
  ItaniumPartialDemangler demangler;
  std::string symbol = name.str(); // which the demangler refers to
  if (demangler.partialDemangle(symbol.c_str()) || !demangler.isFunction()) return demangle(name);
  char* text = demangler.getFunctionName(nullptr, nullptr);
  std::string result = text ? text : name.str();
  std::free(text);
  return result;
}

void declareGlobal(LinkedProgram& linked, ModuleLowering& module, LinkNames& names, const GlobalVariable& variable) {
  ProgramBuilder& builder = linked.builder;
  Global g;
  g.linkName = builder.string(names.of(variable));
  g.name = builder.string(displayName(variable));
  // Virtual tables and type information are never written, also where their definition is not seen.
  g.isConstant = variable.isConstant() || variable.getName().starts_with("_ZTV") ||
                 variable.getName().starts_with("_ZTI") || variable.getName().starts_with("_ZTS");
  g.isThreadLocal = variable.isThreadLocal();
  g.isExternal = variable.isDeclaration();
  SmallVector<DIGlobalVariableExpression*, 1> infos;
  variable.getDebugInfo(infos);
  g.isSynthetic = infos.empty() && (variable.hasPrivateLinkage() || variable.getName().starts_with("_ZT"));
  if (variable.getValueType()->isSized()) g.size = module.layout.getTypeAllocSize(variable.getValueType());
  if (!infos.empty()) {
    DIGlobalVariable* info = infos.front()->getVariable();
    g.name = builder.string(qualified(info->getScope(), info->getName()));
    g.type = module.types.ofDebug(info->getType());
    g.position = module.position(info, dyn_cast_or_null<DILocalScope>(info->getScope()));
  }
  // A flexible array member makes the object larger than its type; the LLVM type then tells nothing more useful.
  if (!g.type) g.type = module.types.ofLlvm(variable.getValueType());
  linked.globals[&variable] = builder.program.globals.push(g);
}

void declareFunction(LinkedProgram& linked, ModuleLowering& module, LinkNames& names, const GlobalValue& value) {
  ProgramBuilder& builder = linked.builder;
  steward::Function f;
  f.linkName = builder.string(names.of(value));
  f.name = builder.string(displayName(value));
  if (auto* function = dyn_cast<llvm::Function>(&value)) {
    f.parameterCount = static_cast<uint32_t>(function->arg_size());
    f.isVariadic = function->isVarArg();
    f.isNoReturn = function->doesNotReturn();
    f.mayThrow = !function->doesNotThrow();
    DISubprogram* info = function->getSubprogram();
    f.type = module.types.ofFunction(function->getFunctionType(), info ? info->getType() : nullptr);
    if (info) f.position = module.position(info);
  } else {
    f.isVariadic = true;
  }
  linked.functions[&value] = builder.program.functions.push(f);
}

// An ifunc is a function that asks its resolver whom to call. Its signature is what the call sites pass.
void lowerIndirectFunction(LinkedProgram& linked, ModuleLowering& module, const GlobalIFunc& indirect) {
  ProgramBuilder& builder = linked.builder;
  FunctionId id = linked.functions[&indirect];
  builder.program.functions[id].parameterCount = 8; // by value in registers; more are not seen in practice
  builder.program.functions[id].isVariadic = false;
  builder.beginFunction(id);
  SmallVector<ValueId, 9> operands{ValueId()};
  for (unsigned i = 0; i < 8; ++i) operands.push_back(ValueId::local(builder.newLocal()));
  LocalId target = builder.newLocal(), result = builder.newLocal();
  builder.beginBlock(builder.newBlocks(1));
  steward::Instruction ask;
  const GlobalValue* resolver = module.functionOf(indirect.getResolver());
  ask.opcode = resolver ? Opcode::Call : Opcode::Opaque;
  if (resolver) ask.immediate = linked.functions[resolver].index;
  ask.result = target;
  builder.append(ask, {});
  operands[0] = ValueId::local(target);
  steward::Instruction call;
  call.opcode = Opcode::CallIndirect;
  call.result = result;
  builder.append(call, operands);
  steward::Instruction ret;
  ret.opcode = Opcode::Return;
  builder.append(ret, {ValueId::local(result)});
  builder.endBlock({});
  builder.endFunction();
}

// The functions of llvm.global_ctors or llvm.global_dtors, in the order they run.
void collectStartup(const Module& module, StringRef name, std::vector<std::pair<uint64_t, const llvm::Value*>>& out) {
  const GlobalVariable* list = module.getNamedGlobal(name);
  if (!list || !list->hasInitializer()) return;
  auto* array = dyn_cast<ConstantArray>(list->getInitializer());
  if (!array) return;
  for (const Use& element : array->operands())
    if (auto* entry = dyn_cast<ConstantStruct>(element))
      if (auto* priority = dyn_cast<ConstantInt>(entry->getOperand(0)))
        out.push_back({priority->getZExtValue(), entry->getOperand(1)});
}

// The functions that the source declares to be entries of origins: annotate("steward::origin"), "steward::origin:once".
void markOrigins(LinkedProgram& linked, const Module& module, const ModuleLowering& lowering) {
  const GlobalVariable* list = module.getNamedGlobal("llvm.global.annotations");
  auto* array = list && list->hasInitializer() ? dyn_cast<ConstantArray>(list->getInitializer()) : nullptr;
  if (!array) return;
  for (const Use& element : array->operands()) {
    auto* entry = dyn_cast<ConstantStruct>(element);
    if (!entry || entry->getNumOperands() < 2) continue;
    const GlobalValue* function = lowering.functionOf(entry->getOperand(0));
    StringRef text;
    if (!function || !getConstantStringInfo(entry->getOperand(1), text)) continue;
    OriginMark& mark = linked.builder.program.functions[linked.functions[function]].origin;
    if (text == "steward::origin") mark = OriginMark::Many;
    if (text == "steward::origin:once" && mark == OriginMark::None) mark = OriginMark::Once;
  }
}

void lowerStart(LinkedProgram& linked, ArrayRef<std::unique_ptr<Module>> modules,
                std::vector<std::unique_ptr<ModuleLowering>>& lowerings) {
  ProgramBuilder& builder = linked.builder;
  FunctionId main;
  std::vector<FunctionId> before, after;
  for (size_t m = 0; m < modules.size(); ++m) {
    if (const llvm::Function* f = modules[m]->getFunction("main"); f && !f->isDeclaration())
      main = linked.functions[linked.symbols.resolve(f)];
    for (auto [list, functions] : {std::pair("llvm.global_ctors", &before), std::pair("llvm.global_dtors", &after)}) {
      std::vector<std::pair<uint64_t, const llvm::Value*>> entries;
      collectStartup(*modules[m], list, entries);
      stable_sort(entries, less_first());
      for (auto& [priority, value] : entries)
        if (const GlobalValue* f = lowerings[m]->functionOf(value)) functions->push_back(linked.functions[f]);
    }
  }
  if (!main && before.empty() && after.empty()) return;
  steward::Function start;
  start.name = start.linkName = builder.string(startFunctionName);
  start.parameterCount = 0;
  FunctionId id = builder.program.functions.push(start);
  builder.beginFunction(id);
  builder.beginBlock(builder.newBlocks(1));
  auto call = [&](FunctionId f) {
    steward::Instruction i;
    i.opcode = Opcode::Call;
    i.immediate = f.index;
    i.isSynthetic = true;
    SmallVector<ValueId, 4> arguments(builder.program.functions[f].parameterCount, builder.undefined());
    builder.append(i, arguments);
  };
  for (FunctionId f : before) call(f);
  if (main) call(main);
  for (FunctionId f : after) call(f);
  // What atexit registered: models say that it is stored here.
  Global handlers;
  handlers.name = handlers.linkName = builder.string(exitHandlersName);
  handlers.size = 8;
  handlers.isSynthetic = true;
  ValueId variable = builder.address(builder.program.globals.push(handlers));
  steward::Instruction load;
  load.opcode = Opcode::Load;
  load.isSynthetic = true;
  load.immediate = 8;
  load.result = builder.newLocal();
  builder.append(load, {variable});
  steward::Instruction callHandler;
  callHandler.opcode = Opcode::CallIndirect;
  callHandler.isSynthetic = true;
  builder.append(callHandler, {ValueId::local(load.result)});
  steward::Instruction ret;
  ret.opcode = Opcode::Return;
  builder.append(ret, {});
  builder.endBlock({});
  builder.endFunction();
}

} // namespace

Program lowerModules(ArrayRef<std::unique_ptr<Module>> modules, const Symbols& symbols,
                     const MemberPointers& memberPointers) {
  Program program;
  LinkedProgram linked(program, symbols);
  linked.memberPointers = memberPointers;
  LinkNames names;
  std::vector<std::unique_ptr<ModuleLowering>> lowerings;
  for (const auto& module : modules) lowerings.push_back(std::make_unique<ModuleLowering>(linked, *module));

  // Every global that was chosen for its name, and every internal one, has its id before any body is lowered.
  for (size_t m = 0; m < modules.size(); ++m) {
    ModuleLowering& lowering = *lowerings[m];
    for (const GlobalVariable& variable : modules[m]->globals())
      if (!variable.getName().starts_with("llvm.") && symbols.resolve(&variable) == &variable)
        declareGlobal(linked, lowering, names, variable);
    for (const llvm::Function& function : modules[m]->functions())
      if (!function.isIntrinsic() && symbols.resolve(&function) == &function)
        declareFunction(linked, lowering, names, function);
    for (const GlobalIFunc& indirect : modules[m]->ifuncs())
      if (symbols.resolve(&indirect) == &indirect) declareFunction(linked, lowering, names, indirect);
  }

  for (size_t m = 0; m < modules.size(); ++m) {
    ModuleLowering& lowering = *lowerings[m];
    for (const GlobalVariable& variable : modules[m]->globals())
      if (auto it = linked.globals.find(&variable); it != linked.globals.end() && variable.hasInitializer())
        linked.builder.setInitializers(it->second,
                                       lowering.initializers(variable.getInitializer(), !variable.isConstant()));
    for (const llvm::Function& function : modules[m]->functions())
      if (auto it = linked.functions.find(&function); it != linked.functions.end() && !function.isDeclaration())
        lowerFunction(lowering, function, it->second);
    for (const GlobalIFunc& indirect : modules[m]->ifuncs())
      if (linked.functions.count(&indirect)) lowerIndirectFunction(linked, lowering, indirect);
    markOrigins(linked, *modules[m], lowering);
    markSymbols(linked, lowering);
    if (!modules[m]->getModuleInlineAsm().empty()) linked.builder.omit("inline assembly at file level", {});
  }
  lowerStart(linked, modules, lowerings);
  return program;
}

} // namespace steward
