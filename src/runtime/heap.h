// Blocks of the heap come and go.
#pragma once

#include <stddef.h>

namespace steward::runtime {

// A new block: what was known of its memory is forgotten, and where it was allocated is kept. `frame`: of the
// interceptor.
void* allocated(void* block, size_t bytes, const void* frame);
// A block that is about to be freed: no one else may be using it.
void freeing(void* block, const void* frame);

} // namespace steward::runtime
