// What was seen of a build: every program that was started, with its arguments and folder.
//
// Two forms: what our recorder writes (recorder.c), and, where there is none, what Bear itself writes, which is one
// JSON object a line and also has how each program ended.
#pragma once

#include "capture/step.h"

#include "llvm/Support/Error.h"

namespace steward {

// Both give the commands that make something (parseCommand), in the order they were started, without those that failed
// and without what compilers start themselves (cc1, as, collect2). A text of another form is an error.
llvm::Expected<std::vector<BuildCommand>> parseEvents(llvm::StringRef text);
llvm::Expected<std::vector<BuildCommand>> parseRecord(llvm::StringRef text);

} // namespace steward
