#include "frontend/llvm/load.h"

#include "frontend/llvm/decided_ways.h"
#include "frontend/llvm/openmp.h"

#include "llvm/Analysis/InstructionSimplify.h"
#include "llvm/AsmParser/Parser.h"
#include "llvm/BinaryFormat/Magic.h"
#include "llvm/Bitcode/BitcodeReader.h"
#include "llvm/IR/DebugInfo.h"
#include "llvm/IR/DiagnosticInfo.h"
#include "llvm/IR/Dominators.h"
#include "llvm/IR/Instructions.h"
#include "llvm/IR/Verifier.h"
#include "llvm/Object/IRObjectFile.h"
#include "llvm/Support/SourceMgr.h"
#include "llvm/Support/raw_ostream.h"
#include "llvm/Transforms/Utils/Local.h"
#include "llvm/Transforms/Utils/PromoteMemToReg.h"

namespace steward {

using llvm::StringRef;
using ModuleOrError = llvm::Expected<std::unique_ptr<llvm::Module>>;

static llvm::Error failure(StringRef name, const llvm::Twine& reason) {
  return llvm::createStringError(name + ": " + reason);
}

// The first line of an LLVM error, without LLVM's own decoration.
static std::string reasonOf(llvm::Error error) {
  std::string text = llvm::toString(std::move(error));
  return StringRef(text).split('\n').first.rtrim('.').str();
}

static ModuleOrError readBitcode(llvm::MemoryBufferRef buffer, StringRef name, llvm::LLVMContext& context) {
  auto module = llvm::parseBitcodeFile(buffer, context);
  if (module) return module;
  std::string reason = reasonOf(module.takeError());
  // Who wrote it is the first thing to know about bitcode that cannot be read.
  auto producer = llvm::getBitcodeProducerString(buffer);
  std::string by = producer ? " (written by " + *producer + "; this reader is LLVM " LLVM_VERSION_STRING ")" : "";
  llvm::consumeError(producer.takeError());
  return failure(name, "cannot read bitcode: " + reason + by);
}

static ModuleOrError readText(llvm::MemoryBufferRef buffer, StringRef name, llvm::LLVMContext& context) {
  llvm::SMDiagnostic problem;
  if (auto module = llvm::parseAssembly(buffer, problem, context)) return module;
  return failure(name, llvm::Twine(problem.getLineNo()) + ": not valid LLVM IR: " + problem.getMessage());
}

static ModuleOrError readObject(llvm::MemoryBufferRef buffer, StringRef name, llvm::LLVMContext& context) {
  auto bitcode = llvm::object::IRObjectFile::findBitcodeInMemBuffer(buffer);
  if (!bitcode) {
    llvm::consumeError(bitcode.takeError());
    return failure(name,
                   "an object file without bitcode; compile it with -flto or -fembed-bitcode, or give its source");
  }
  return readBitcode(*bitcode, name, context);
}

static bool looksLikeText(StringRef data) {
  return !data.empty() && data.take_front(512).find_if([](char c) { return c == 0; }) == StringRef::npos;
}

// Puts locals whose address is never taken into registers; nothing that another thread could see changes.
static void promoteLocals(llvm::Function& function) {
  std::vector<llvm::AllocaInst*> locals;
  for (llvm::BasicBlock& block : function)
    for (llvm::Instruction& instruction : block)
      if (auto* local = llvm::dyn_cast<llvm::AllocaInst>(&instruction))
        if (llvm::isAllocaPromotable(local)) locals.push_back(local);
  if (locals.empty()) return;
  llvm::DominatorTree dominators(function);
  llvm::PromoteMemToReg(locals, dominators);
}

// Before compilers ask the C++ library whether a static local is initialised they look at its guard themselves, which
// is faster and means the same. Without that there is one way to ask.
static void askForGuards(llvm::Module& module) {
  if (!module.getFunction("__cxa_guard_acquire")) return;
  std::vector<llvm::LoadInst*> looks;
  for (llvm::GlobalVariable& guard : module.globals()) {
    if (!guard.getName().starts_with("_ZGV")) continue;
    for (llvm::User* user : guard.users())
      if (auto* load = llvm::dyn_cast<llvm::LoadInst>(user); load && load->isAtomic()) looks.push_back(load);
  }
  for (llvm::LoadInst* look : looks) {
    llvm::Function& function = *look->getFunction();
    bool stays = look->mayHaveSideEffects(); // or it is erased with its uses
    llvm::replaceAndRecursivelySimplify(look, llvm::Constant::getNullValue(look->getType()));
    if (stays) look->eraseFromParent();
    for (llvm::BasicBlock& block : llvm::make_early_inc_range(function)) llvm::ConstantFoldTerminator(&block);
  }
}

ModuleOrError loadModule(std::unique_ptr<llvm::MemoryBuffer> buffer, StringRef name, llvm::LLVMContext& context) {
  StringRef data = buffer->getBuffer();
  llvm::MemoryBufferRef ref(data, name);
  auto read = [&]() -> ModuleOrError {
    if (data.empty()) return failure(name, "the file is empty");
    switch (llvm::identify_magic(data)) {
    case llvm::file_magic::bitcode:
      return readBitcode(ref, name, context);
    case llvm::file_magic::elf:
    case llvm::file_magic::elf_relocatable:
    case llvm::file_magic::elf_executable:
    case llvm::file_magic::elf_shared_object:
    case llvm::file_magic::macho_object:
    case llvm::file_magic::coff_object:
      return readObject(ref, name, context);
    default:
      break;
    }
    if (looksLikeText(data)) return readText(ref, name, context);
    return failure(name, "neither a source, nor bitcode, nor LLVM IR");
  };
  ModuleOrError module = read();
  if (!module) return module;
  (*module)->setModuleIdentifier(name);

  std::string problems;
  llvm::raw_string_ostream stream(problems);
  bool brokenDebugInfo = false;
  if (llvm::verifyModule(**module, &stream, &brokenDebugInfo))
    return failure(name, "not valid LLVM IR: " + StringRef(problems).split('\n').first);
  if (brokenDebugInfo) llvm::StripDebugInfo(**module);
  askForGuards(**module);
  bool isOpenMp = expressOpenMp(**module);
  for (llvm::Function& function : **module)
    if (!function.isDeclaration()) {
      promoteLocals(function);
      if (leadDecidedWays(function)) promoteLocals(function);
    }
  if (isOpenMp) {
    expressThreadTests(**module);
    for (llvm::Function& function : **module)
      if (!function.isDeclaration()) promoteLocals(function);
  }
  return module;
}

} // namespace steward
