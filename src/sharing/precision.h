// How precise the pointer analysis was, seen from those who use it: the objects that a dereference may be to, and the
// functions that a call through a pointer may reach.
//
//   void set(int *p) { *p = 1; }      set(&a) in one thread, set(&b) in another: under a policy that keeps the two
//   apart,
//                                     *p is two dereferences of one object each; without contexts, one of two objects
//
// Every figure is given in two ways, since a policy with more contexts has more of everything:
//   per instance      a site is an instruction of a function in one context, and sees abstract objects. This is what
//   the
//                     analyses behind work with. One policy's mean is over other sites than another's.
//   per instruction   a site is an instruction of the program, and sees what it sees in all contexts together, with the
//                     contexts of objects dropped: the variables and allocations of the program. The sites are those of
//                     the source, so policies can be compared; what contexts buy by telling apart the objects of one
//                     allocation does not show.
#pragma once

#include "sharing/sharing.h"

namespace steward {

// Over sites that see something. Those that see nothing (null, code that never gets a pointer) are counted apart: they
// would make an analysis that loses pointers look precise.
struct Distribution {
  uint64_t sites = 0;
  uint64_t empty = 0;
  double mean = 0;
  uint64_t p90 = 0; // nine in ten sites see at most so many
  uint64_t max = 0;
};

struct Precision {
  Distribution perInstance, perInstruction;
};

// Objects for each pointer that an instruction reads or writes memory through, by itself or as a modelled call.
Precision dereferences(const PointerAnalysis& pointers);
// The same for accesses to shared memory only. What else such an access may be to counts as well.
Precision sharedDereferences(const PointerAnalysis& pointers, const Sharing& sharing);
// Functions for each call through a pointer: those with a body and those with a model.
Precision indirectCalls(const PointerAnalysis& pointers);

// The memory that is shared, as the variables and allocations of the program: contexts dropped, as above.
size_t sharedAllocations(const PointerAnalysis& pointers, const Sharing& sharing);

} // namespace steward
