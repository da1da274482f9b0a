// Constructors and destructors of a module, of which the runtime is told: in a shared library that is loaded as the
// program runs, they are one thread's, and whoever else loads it is after them.
#pragma once

namespace llvm {
class Module;
}

namespace steward::placement {

// Puts a function around each of them. When all checks are placed: these belong inside.
void wrapStructors(llvm::Module& module);

} // namespace steward::placement
