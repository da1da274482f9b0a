// Whether an address may be within an object, whichever view of it the analysis has.
#pragma once

#include "pointer/pointer_analysis.h"

#include "llvm/ADT/STLExtras.h"

namespace steward {

// `whole`: the object itself, no view of it (ObjectTable::whole).
inline bool mayPointInto(const PointerAnalysis& pointers, InstanceId instance, ValueId value, ObjectId whole) {
  const ObjectTable& objects = pointers.objects();
  return llvm::any_of(pointers.pointsTo(instance, value),
                      [&](LocationId l) { return objects.whole(objects[l].object) == whole; });
}

} // namespace steward
