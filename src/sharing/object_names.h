// What a person would call an object.
#pragma once

#include "pointer/pointer_analysis.h"
#include "sharing/sharing.h"

#include <string>

namespace steward {

// "stats.total" for the byte at `offset` of the variable, "struct conn" for heap memory of that type. `bytes` are those
// of the access, 0 when not known; an `offset` of Location::any is the object as a whole.
std::string objectName(const PointerAnalysis& pointers, const Object& object, uint64_t offset = Location::any,
                       uint64_t bytes = 0);

// A part of an object, as accesses to it name it.
std::string placeName(const PointerAnalysis& pointers, const Place& place);

// "global variable", "local variable of main", "heap object", …
std::string objectKind(const PointerAnalysis& pointers, const Object& object);

// Where it is declared or allocated; invalid when nothing tells.
PositionId objectPosition(const PointerAnalysis& pointers, const Object& object);

// What a declared origin is called with: the front end stands in for whoever calls it.
bool isGiven(const PointerAnalysis& pointers, const Object& object);

} // namespace steward
