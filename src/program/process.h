// The entry of a program that declares origins of its own: a function that starts them, then the process.
//
//   (process):   call "steward::start many declared"(&on_request, memory)       what that means is in models/
//                call _start()
#pragma once

#include "program/program.h"

#include "llvm/ADT/ArrayRef.h"

#include <string>

namespace steward {

struct DeclaredOrigin {
  FunctionId entry;
  std::string starter; // the modelled function that starts it
};

// Adds the entry. `start` is the function that the program starts with; it may be invalid.
FunctionId addProcess(Program& program, llvm::ArrayRef<DeclaredOrigin> origins, FunctionId start);

} // namespace steward
