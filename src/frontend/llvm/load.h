// Reads LLVM modules from bitcode, textual IR, and object files that carry bitcode in a section.
#pragma once

#include "llvm/IR/LLVMContext.h"
#include "llvm/IR/Module.h"
#include "llvm/Support/Error.h"
#include "llvm/Support/MemoryBuffer.h"

#include <memory>

namespace steward {

// `name` stands for the input in messages. The module is verified, and its plain locals are in registers.
llvm::Expected<std::unique_ptr<llvm::Module>> loadModule(std::unique_ptr<llvm::MemoryBuffer> buffer,
                                                         llvm::StringRef name, llvm::LLVMContext& context);

} // namespace steward
