// What a file holds: one module, or several.
//
//   libx.a              its members, of which a program takes those that it needs
//   prog (-fembed-bitcode, ld -r)   a section with the modules of all that was linked, one after the other
#pragma once

#include "llvm/ADT/ArrayRef.h"
#include "llvm/IR/Module.h"
#include "llvm/Support/Error.h"
#include "llvm/Support/MemoryBuffer.h"

#include <memory>
#include <string>
#include <vector>

namespace steward {

struct ModuleInput {
  std::unique_ptr<llvm::MemoryBuffer> buffer;
  std::string name;      // "libx.a(a.o)"
  bool isMember = false; // of an archive
};

struct ModuleInputs {
  std::vector<ModuleInput> modules;
  std::vector<std::string> withoutBitcode; // members of an archive that hold machine code only
};

llvm::Expected<ModuleInputs> splitInput(std::unique_ptr<llvm::MemoryBuffer> buffer, llvm::StringRef name);

// Modules of bitcode that were put one after the other, with zeros between them at most.
std::vector<llvm::StringRef> splitBitcode(llvm::StringRef data);

// Leaves out members of archives (`isMember`, by module) that nothing needs. With nothing but members, all stay.
void dropUnneededMembers(std::vector<std::unique_ptr<llvm::Module>>& modules, std::vector<bool> isMember);

} // namespace steward
