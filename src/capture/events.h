// What Bear saw of a build: every program that was started, with its arguments and folder, and how it ended. One JSON
// object a line.
#pragma once

#include "capture/step.h"

#include "llvm/Support/Error.h"

namespace steward {

// The commands that make something (parseCommand), in the order they were started, without those that failed and
// without what compilers start themselves (cc1, as, collect2). Lines that are no such object are an error.
llvm::Expected<std::vector<BuildCommand>> parseEvents(llvm::StringRef text);

} // namespace steward
