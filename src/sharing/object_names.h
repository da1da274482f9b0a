// What a person would call an object.
#pragma once

#include "pointer/pointer_analysis.h"

#include <string>

namespace steward {

// "stats.total" for the byte at `offset` of the variable, "struct conn" for heap memory of that type. `bytes` are those
// of the access, 0 when not known; an `offset` of Location::any is the object as a whole.
std::string objectName(const PointerAnalysis& pointers, const Object& object, uint64_t offset = Location::any,
                       uint64_t bytes = 0);

} // namespace steward
