#include "runtime/heap.h"

#include "runtime/allocations.h"
#include "runtime/intercept.h"
#include "runtime/shadow.h"
#include "runtime/stacks.h"
#include "runtime/sync.h"

#include <malloc.h>

namespace steward::runtime {

// A thread past its end still gets memory, and what it gets must be forgotten like any other: else whoever used it
// before would seem to race with the one after.
void* allocated(void* block, size_t bytes, const void* frame) {
  if (!block || !isReady) return block;
  size_t usable = usableBytes(block);
  Entry entry;
  forgetAccesses(block, usable, true);
  if (entry) rememberAllocation({uintptr_t(block), bytes, captureStackAgain(*entry, frame), entry->number});
  return block;
}

void freeing(void* block, const void* frame) {
  if (!block || !isReady) return;
  Entry entry;
  if (!entry) return;
  size_t usable = usableBytes(block);
  checkAccess(*entry, AccessKind::Free, block, usable, nullptr, frame);
  dropSyncs(block, usable);
  forgetAllocation(uintptr_t(block), usable);
}

} // namespace steward::runtime
