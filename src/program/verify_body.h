// The part of verify.h that is about the order of things in one function. All ids must be good.
#pragma once

#include "program/verify.h"

#include "llvm/ADT/STLFunctionalExtras.h"
#include "llvm/ADT/Twine.h"

namespace steward {

using ReportViolation = llvm::function_ref<void(ProgramPart part, uint32_t index, const llvm::Twine& reason)>;

void verifyBody(const Program& program, FunctionId function, ReportViolation report);

} // namespace steward
