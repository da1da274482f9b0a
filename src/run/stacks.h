// Stacks of a record as reports show them: from the thread's entry inwards, without what the C library and the runtime
// put around the program's own functions.
#pragma once

#include "run/symbols.h"

namespace steward {

// Of where a thread was created, memory allocated or a lock taken. Outermost first.
std::vector<StackFrame> stackOf(const Record& record, uint32_t stack, Symbols& symbols);

// Of an access: its last frame is the access itself. A check may stand behind the access that it is for, or outside of
// the inlined function that has it, so that where the access is comes from the check, and the frames around it from
// the stack. Without frames when nothing is known.
std::vector<StackFrame> accessStack(const Record& record, const RecordedAccess& access, Symbols& symbols);

// The accesses of the source that a check stands for, each once.
std::vector<SourceLocation> placesOf(const Record& record, const RecordedAccess& access, Symbols& symbols);

// The function that a thread with this stack began with, as a person would call it. "" if not known.
std::string entryOf(const std::vector<StackFrame>& stack);

// The innermost place that is known, and not in a header of the system where there is another.
SourceLocation placeOf(const std::vector<StackFrame>& stack);

} // namespace steward
