#include "frontend/llvm/frontend.h"

#include "frontend/llvm/compile.h"
#include "frontend/llvm/dissolve.h"
#include "frontend/llvm/load.h"
#include "frontend/llvm/lower.h"
#include "frontend/llvm/member_pointers.h"
#include "frontend/llvm/symbols.h"

#include "llvm/IR/LLVMContext.h"
#include "llvm/IR/Module.h"

namespace steward {

using namespace llvm;

// Diagnostics of LLVM's readers come back as errors; nothing is printed behind our back.
static void ignoreDiagnostic(const DiagnosticInfo*, void*) {}

Expected<Program> readLlvmProgram(const LlvmInputs& inputs, const FrontendProgress& progress) {
  // The order of the files on the command line must not change the result.
  std::vector<std::string> files = inputs.files;
  sort(files);
  files.erase(std::unique(files.begin(), files.end()), files.end());

  LLVMContext context;
  context.setDiagnosticHandlerCallBack(ignoreDiagnostic);
  std::vector<std::unique_ptr<Module>> modules;
  MemberPointers memberPointers;
  for (const std::string& file : files) {
    std::unique_ptr<MemoryBuffer> buffer;
    if (isSourceFile(file)) {
      progress.report("compiling " + file);
      auto compiled = compileToBitcode(file, inputs.compilerFlags);
      if (!compiled) return compiled.takeError();
      buffer = std::move(*compiled);
    } else {
      progress.report("reading " + file);
      auto read = MemoryBuffer::getFile(file, false, false);
      if (!read) return createStringError(file + ": " + StringRef(read.getError().message()).lower());
      buffer = std::move(*read);
    }
    auto module = loadModule(std::move(buffer), file, context);
    if (!module) return module.takeError();
    if (isSourceFile(file))
      findMemberPointers(**module, memberPointers);
    else
      memberPointers.areVirtual = memberPointers.areAdjusted = true; // whoever made it may have taken them apart
    dissolveLibrary(**module, {inputs.keep, inputs.neverThrows, inputs.succeeds, inputs.waits});
    modules.push_back(std::move(*module));
  }
  progress.report("linking");
  auto symbols = Symbols::link(modules);
  if (!symbols) return symbols.takeError();
  return lowerModules(modules, *symbols, memberPointers);
}

} // namespace steward
