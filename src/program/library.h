// What is the program's own and what comes with the system.
#pragma once

#include "program/program.h"
#include "program/system_files.h"

namespace steward {

// Whether an instruction is a library's: of one of its functions, or put where that was called.
inline bool isLibraryCode(const Program& program, const Function& function, const Instruction& instruction) {
  PositionId position = instruction.position ? instruction.position : function.position;
  return position && isSystemFile(program.text(program.positions[position].file));
}

} // namespace steward
