// A mapping may be of any size: programs reserve a terabyte and use a little of it.
#pragma once

#include <stddef.h>

namespace steward::runtime {

// forgetAccesses() of shadow.h, which goes through all of the shadow, for those parts of a mapping of which anything
// may be known. What is outside of where the program's memory can lie is left out.
void forgetMapping(const void* at, size_t bytes);

} // namespace steward::runtime
