// Runs the program that is to be watched, out of its way: its input, output and terminal are its own, and signals that
// are meant for it reach it.
#pragma once

#include "llvm/Support/Error.h"

#include <string>
#include <vector>

namespace steward {

struct ProgramEnd {
  int status = 0; // when it ended by itself
  int signal = 0; // what ended it; 0 for none
};

// `options` is what STEWARD_OPTIONS is to be.
llvm::Expected<ProgramEnd> launch(const std::vector<std::string>& command, const std::string& options);

} // namespace steward
