// The textual form of a program (docs/program-text.md). parse.h reads it back.
//
// A program prints the same however its bodies were laid out in the arrays: items are written in the order of their
// ids. Reading the text back gives equal arrays when the program was built in that order, and equal parts otherwise.
// String ids alone may differ; an absent name and an empty one are the same.
#pragma once

#include "program/program.h"

#include "llvm/Support/raw_ostream.h"

namespace steward {

void print(const Program& program, llvm::raw_ostream& out);
void print(const Program& program, FunctionId function, llvm::raw_ostream& out);
// Looks at all names of the function to tell equal ones apart: for debugging, not for loops.
void print(const Program& program, FunctionId function, InstructionId instruction, llvm::raw_ostream& out);

// A name as the text has it: bare when it can be, otherwise quoted, with \XX for bytes that are not printable ASCII.
void printName(llvm::StringRef name, llvm::raw_ostream& out);

} // namespace steward
