// Checks the invariants of program.h, for what a front end or a text gives us. Reads any Program, however broken.
//
// A handler counts as reached from the end of its block: what a block defines before it throws may be used there.
#pragma once

#include "program/program.h"

#include <string>
#include <vector>

namespace steward {

enum class ProgramPart : uint8_t { Program, Position, Type, Constant, Global, Function, Block, Instruction };
constexpr unsigned programPartCount = static_cast<unsigned>(ProgramPart::Instruction) + 1;

struct Violation {
  ProgramPart part = ProgramPart::Program;
  uint32_t index = 0; // in the array of that part
  std::string reason; // "%x is used where its definition may not have run"
};

// The first violations, at most `limit`; empty when the program is sound. Ids are checked first, and the order of
// definitions and uses only when all ids are good. Near-linear in the program.
std::vector<Violation> findViolations(const Program& program, unsigned limit = 100);

// The same in words: "function @main, b1, instruction 7: …", with the block as the printer calls it and the
// InstructionId.
std::vector<std::string> verify(const Program& program);

} // namespace steward
