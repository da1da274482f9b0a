// Checks that are placed when the program is linked: `steward cc --steward-link-time`, with -flto.
//
// When a file is compiled, the functions that it calls elsewhere may do anything (effects.h). The linker, when it
// optimises, has all of them: what a call does is known across files, and accesses that come together when functions of
// other files are inlined have one check. So a file is compiled as far as its loops' ranges, and its module remembers
// that checks are to come, and which; its functions keep the mark that they have until then.
//
// A link that does not load the plug-in would make a program that nobody watches. What the module remembers refers to a
// function that there is not, so such a link fails, and names it.
#pragma once

namespace llvm {
class Module;
}

namespace steward::placement {

struct PlacementOptions {
  bool perAccess = false; // one check for each access
  bool counting = false;
  bool tracing = false;
  bool remarking = false;
};

void deferChecks(llvm::Module& module, const PlacementOptions& options);

// Whether checks are to come, in this module or one that was linked into it.
bool hasDeferredChecks(const llvm::Module& module);

// What is to be done, by the wishes of all files.
PlacementOptions deferredChecks(const llvm::Module& module);
// The same; no more is remembered.
PlacementOptions takeDeferredChecks(llvm::Module& module);

} // namespace steward::placement
