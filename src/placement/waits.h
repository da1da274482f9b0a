// Loops that do nothing but wait for another thread: each round reads what the last one read, changes nothing, and
// leaves nothing behind but what it has just read. Under a detector such a thread takes a processor from those that it
// waits for, for much longer than it would without; the runtime may let it sleep (__steward_atomicN_await).
//
//   while (!ready.load()) ;                                         waits
//   for (int i = 0; i < 1000; i++) if (ready.load()) break;         waits, not for ever
//   while (node = node->next.load()) ;                              goes through a list
//   while (!stop.load()) sum += data[i++];                          works
#pragma once

#include "llvm/ADT/DenseSet.h"

namespace llvm {
class Function;
class Instruction;
} // namespace llvm

namespace steward::placement {

// The atomic loads of all such loops.
llvm::DenseSet<const llvm::Instruction*> waitingLoads(llvm::Function& function);

} // namespace steward::placement
