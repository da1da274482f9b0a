// Runs a build under Bear, which notes every program that it starts.
#pragma once

#include "capture/step.h"

#include "llvm/Support/Error.h"

namespace steward {

// The build's own output goes to standard error, so that a report on standard output stays alone; with `isQuiet` it is
// shown only when the build fails.
llvm::Expected<std::vector<BuildCommand>> recordBuild(llvm::ArrayRef<std::string> command, bool isQuiet);

} // namespace steward
