// The parts of a call that an effect speaks of.
#pragma once

#include "models/effect.h"
#include "program/program.h"

#include <optional>
#include <vector>

namespace steward {

// The argument or result that a part names, also when the part means what lies behind it (CallPart::indirect); invalid
// when the call does not have it.
ValueId argumentOf(const Program& program, const Instruction& call, CallPart part);

// The part of a call that the function it calls or starts gets as a parameter; absent when that is nothing.
CallPart handedAs(const Effect& effect, uint32_t parameter);

// The value that a part is; invalid when the call does not have it, or when it lies in or behind the memory that one it
// has points to.
ValueId partOf(const Program& program, const Instruction& call, CallPart part);

// How many bytes an effect is about, when they are numbers: its size times its count, or its fixed number.
std::optional<uint64_t> extentOf(const Program& program, const Instruction& call, const Effect& effect);

// What a function has stored in a variable on every way to one of its instructions; empty when that is not sure.
std::vector<ValueId> storedBefore(const Program& program, const Function& function, InstructionId at,
                                  GlobalId variable);

} // namespace steward
