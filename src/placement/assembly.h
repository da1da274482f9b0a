// Inline assembly that synchronises: locks and atomic operations that were written by hand, before compilers had any.
//
//   __asm__ volatile("lock; cmpxchgl %2, %1" : "+a"(old), "+m"(*at) : "r"(wanted) : "memory");      both
//   __asm__ volatile("movl $0, %0" : "=m"(*lock) : : "memory");                                     a release
//   __asm__ volatile("movl %1, %0" : "=r"(value) : "m"(*at) : "memory");                            an acquire
//   __asm__ volatile("mfence" : : : "memory");                                                      a fence
//
// So is a call of the function for OpenMP's flush.
//
// What it accesses is not checked: who writes such code reads the same memory by volatile accesses, and means it.
#pragma once

#include "llvm/ADT/SmallVector.h"

namespace llvm {
class CallBase;
class Value;
} // namespace llvm

namespace steward::placement {

struct AssemblySync {
  llvm::SmallVector<llvm::Value*, 2> released, acquired; // addresses
  bool isFence = false;

  bool any() const { return isFence || !released.empty() || !acquired.empty(); }
};
// Nothing for what is neither.
AssemblySync synchronizationOf(const llvm::CallBase& call);

// Tells the runtime of it, before and after.
void emitAssemblySync(llvm::CallBase& call);

} // namespace steward::placement
