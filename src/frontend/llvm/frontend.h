// C and C++ (and anything else that compiles to LLVM IR) into the program model.
//
//   inputs ──► modules ──────────────► symbols ───────► program
//   .c .cpp    compile.h, load.h,      symbols.h        lower.h
//   .bc .ll .o inputs.h, dissolve.h    one definition
//   .a                                 of each name
#pragma once

#include "program/program.h"
#include "steward/module_file.h"

#include "llvm/ADT/ArrayRef.h"
#include "llvm/Support/Error.h"

#include <functional>
#include <string>
#include <vector>

namespace steward {

struct LlvmInputs {
  std::vector<std::string> files;         // sources, bitcode, textual IR, objects and archives that hold bitcode
  std::vector<std::string> compilerFlags; // for the sources
  // Library functions that are to stay calls, by their symbols: those that models speak of.
  std::function<bool(llvm::StringRef linkName)> keep = [](llvm::StringRef) { return false; };
  // Functions whose result is taken to be 0 in the code of libraries.
  std::function<bool(llvm::StringRef linkName)> succeeds = [](llvm::StringRef) { return false; };
  // Functions that stay calls and are taken not to throw.
  std::function<bool(llvm::StringRef linkName)> neverThrows = [](llvm::StringRef) { return false; };
  // Functions that stay calls and wait on a condition variable, leaving the object of the lock as it is.
  std::function<bool(llvm::StringRef linkName)> waits = [](llvm::StringRef) { return false; };
  std::vector<ModuleFile> modules = {}; // that were compiled before
};

struct FrontendProgress {
  std::function<void(llvm::StringRef what)> report = [](llvm::StringRef) {};
};

// Reads, compiles and links the inputs. An error is one line "FILE: reason", after clang's own diagnostics when a
// source did not compile.
llvm::Expected<Program> readLlvmProgram(const LlvmInputs& inputs, const FrontendProgress& progress = {});

} // namespace steward
