// Reads the textual form of a program (docs/program-text.md), as print.h writes it or a person does.
#pragma once

#include "program/program.h"

#include "llvm/Support/Error.h"

namespace steward {

// The program is verified (verify.h). An error reads "FILE:LINE: reason", or "FILE: reason" where no line is to blame.
llvm::Expected<Program> parseProgram(llvm::StringRef text, llvm::StringRef fileName);

} // namespace steward
