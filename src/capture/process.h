// Runs a program in a folder of its own choice, which LLVM's own ExecuteAndWait cannot.
#pragma once

#include "llvm/Support/Error.h"

#include <string>
#include <vector>

namespace steward {

struct Spawn {
  std::vector<std::string> arguments; // the first is the program's path
  std::string directory;              // empty: where we are
  std::string output;                 // a file for all that it says; empty: to our standard error
  bool keepsInput = false;            // else it reads nothing
};

// The exit status; 128 plus the signal for what was ended by one.
llvm::Expected<int> runProcess(const Spawn& spawn);

} // namespace steward
