#include "frontend/llvm/frontend.h"

#include "frontend/llvm/compile.h"
#include "frontend/llvm/dissolve.h"
#include "frontend/llvm/inputs.h"
#include "frontend/llvm/load.h"
#include "frontend/llvm/lower.h"
#include "frontend/llvm/member_pointers.h"
#include "frontend/llvm/symbols.h"

#include "llvm/IR/LLVMContext.h"
#include "llvm/IR/Module.h"

#include <tuple>

namespace steward {

using namespace llvm;

// Diagnostics of LLVM's readers come back as errors; nothing is printed behind our back.
static void ignoreDiagnostic(const DiagnosticInfo*, void*) {}

namespace {

class Reader {
public:
  Reader(const LlvmInputs& inputs, const FrontendProgress& progress) : inputs_(inputs), progress_(progress) {
    context_.setDiagnosticHandlerCallBack(ignoreDiagnostic);
  }

  Expected<Program> read();

private:
  Error readFile(const std::string& file);
  Error readModuleFile(const ModuleFile& file);
  Error add(std::unique_ptr<MemoryBuffer> buffer, StringRef name, bool isFromSource, unsigned part);

  const LlvmInputs& inputs_;
  const FrontendProgress& progress_;
  LLVMContext context_;
  std::vector<std::unique_ptr<Module>> modules_;
  std::vector<bool> isMember_;
  DenseMap<const Module*, unsigned> parts_;
  std::vector<std::string> withoutBitcode_;
  MemberPointers memberPointers_;
};

} // namespace

Error Reader::add(std::unique_ptr<MemoryBuffer> buffer, StringRef name, bool isFromSource, unsigned part) {
  auto split = splitInput(std::move(buffer), name);
  if (!split) return split.takeError();
  append_range(withoutBitcode_, split->withoutBitcode);
  for (ModuleInput& input : split->modules) {
    auto module = loadModule(std::move(input.buffer), input.name, context_);
    if (!module) return module.takeError();
    if (isFromSource)
      findMemberPointers(**module, memberPointers_);
    else
      memberPointers_.areVirtual = memberPointers_.areAdjusted = true; // whoever made it may have taken them apart
    dissolveLibrary(**module, {inputs_.keep, inputs_.neverThrows, inputs_.succeeds, inputs_.waits});
    parts_[module->get()] = part;
    modules_.push_back(std::move(*module));
    isMember_.push_back(input.isMember);
  }
  return Error::success();
}

Error Reader::readFile(const std::string& file) {
  if (isSourceFile(file)) {
    progress_.report("compiling " + file);
    auto compiled = compileToBitcode(file, inputs_.compilerFlags);
    if (!compiled) return compiled.takeError();
    return add(std::move(*compiled), file, true, 0);
  }
  progress_.report("reading " + file);
  auto read = MemoryBuffer::getFile(file, false, false);
  if (!read) return createStringError(file + ": " + StringRef(read.getError().message()).lower());
  return add(std::move(*read), file, false, 0);
}

Error Reader::readModuleFile(const ModuleFile& file) {
  progress_.report("reading " + file.name);
  auto read = MemoryBuffer::getFile(file.path, false, false);
  if (!read) return createStringError(file.path + ": " + StringRef(read.getError().message()).lower());
  return add(std::move(*read), file.name, file.isFromSource, file.part);
}

Expected<Program> Reader::read() {
  // The order of the files on the command line must not change the result.
  std::vector<std::string> files = inputs_.files;
  sort(files);
  files.erase(std::unique(files.begin(), files.end()), files.end());
  for (const std::string& file : files)
    if (Error error = readFile(file)) return std::move(error);
  std::vector<ModuleFile> compiled = inputs_.modules;
  sort(compiled, [](const ModuleFile& a, const ModuleFile& b) {
    return std::tie(a.part, a.name, a.path) < std::tie(b.part, b.name, b.path);
  });
  for (const ModuleFile& file : compiled)
    if (Error error = readModuleFile(file)) return std::move(error);

  progress_.report("linking");
  dropUnneededMembers(modules_, std::move(isMember_));
  auto symbols = Symbols::link(modules_, parts_);
  if (!symbols) return symbols.takeError();
  Program program = lowerModules(modules_, *symbols, memberPointers_);
  for (const std::string& name : withoutBitcode_)
    program.omissions.push_back({program.strings.intern("object without bitcode: " + name), {}, 1});
  return program;
}

Expected<Program> readLlvmProgram(const LlvmInputs& inputs, const FrontendProgress& progress) {
  return Reader(inputs, progress).read();
}

} // namespace steward
