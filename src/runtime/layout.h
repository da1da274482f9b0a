// Whether the address space leaves room for the shadow.
#pragma once

namespace steward::runtime {

// Runs the program once more, from its start, when that gives it an address space that fits; ends it with a message
// when nothing does. `arguments` may be null: then it is too late to start again.
void fitLayout(char** arguments, char** environment);

} // namespace steward::runtime
