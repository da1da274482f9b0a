// Small blocks are kept in a table of fixed size, one place for each address by hash: the last to come stays. An
// address inside of a block is found by looking at each address below it at which a block can start. Large blocks,
// which are few, are kept in order.
#include "runtime/allocations.h"

#include "runtime/memory.h"

#include <dlfcn.h>

extern "C" void* __libc_malloc(size_t);

namespace steward::runtime {

namespace {

constexpr unsigned placeBits = 20;
constexpr size_t largeBytes = 4096, blockAlignment = 16;

struct Place {
  uint64_t at : 48;
  uint64_t bytes : 16; // less than largeBytes
  StackId stack;
  uint32_t thread;
};
Place* places;
SpinLock placeLocks[64];

// Sorted by address. Blocks of 4 KiB and more are few enough that moving the array's end is cheaper than any tree.
struct {
  SpinLock lock;
  Allocation* blocks;
  size_t count, capacity;
} large;

size_t placeOf(uintptr_t at) { return (at / blockAlignment) * 0x9e37'79b9'7f4a'7c15u >> (64 - placeBits); }

size_t firstAbove(uintptr_t at) {
  size_t low = 0, high = large.count;
  while (low < high) {
    size_t middle = (low + high) / 2;
    if (large.blocks[middle].at > at)
      high = middle;
    else
      low = middle + 1;
  }
  return low;
}

bool findSmall(uintptr_t at, Allocation* found) {
  uintptr_t start = at & ~uintptr_t(blockAlignment - 1);
  for (uintptr_t below = 0; below <= largeBytes && below <= start; below += blockAlignment) {
    uintptr_t block = start - below;
    size_t place = placeOf(block);
    SpinGuard guard(placeLocks[place % 64]);
    const Place& kept = places[place];
    if (kept.at != block) continue;
    if (at - block >= kept.bytes && at != block) return false; // behind its end, and no other lies across it
    *found = {block, size_t(kept.bytes), kept.stack, kept.thread};
    return true;
  }
  return false;
}

} // namespace

void rememberAllocation(const Allocation& allocation) {
  if (allocation.bytes < largeBytes) {
    size_t place = placeOf(allocation.at);
    SpinGuard guard(placeLocks[place % 64]);
    places[place] = {allocation.at, allocation.bytes, allocation.stack, allocation.thread};
    return;
  }
  SpinGuard guard(large.lock);
  if (large.count == large.capacity) {
    size_t capacity = large.capacity ? large.capacity * 2 : 1024;
    auto* blocks = static_cast<Allocation*>(allocate(capacity * sizeof(Allocation)));
    for (size_t i = 0; i < large.count; ++i) blocks[i] = large.blocks[i];
    release(large.blocks, large.capacity * sizeof(Allocation));
    large.blocks = blocks;
    large.capacity = capacity;
  }
  size_t at = firstAbove(allocation.at);
  for (size_t i = large.count; i > at; --i) large.blocks[i] = large.blocks[i - 1];
  large.blocks[at] = allocation;
  ++large.count;
}

void forgetAllocation(uintptr_t at, size_t bytes) {
  if (bytes < largeBytes) return;
  SpinGuard guard(large.lock);
  size_t i = firstAbove(at);
  if (i == 0 || large.blocks[i - 1].at != at) return;
  --large.count;
  for (size_t j = i - 1; j < large.count; ++j) large.blocks[j] = large.blocks[j + 1];
}

bool findAllocation(uintptr_t at, Allocation* found) {
  {
    SpinGuard guard(large.lock);
    size_t i = firstAbove(at);
    if (i && at - large.blocks[i - 1].at < large.blocks[i - 1].bytes) {
      *found = large.blocks[i - 1];
      return true;
    }
  }
  return findSmall(at, found);
}

namespace {

size_t (*askUsable)(void*);

// The same from the header that the C library keeps before each block.
size_t usableByHeader(void* block) {
  constexpr size_t flags = 7, isMapped = 2, headerBytes = sizeof(size_t);
  size_t size = static_cast<size_t*>(block)[-1];
  return (size & ~flags) - (size & isMapped ? 2 * headerBytes : headerBytes);
}

} // namespace

size_t usableBytes(void* block) { return askUsable(block); }

void initializeAllocations() {
  places = static_cast<Place*>(mapPages(sizeof(Place) << placeBits));
  // The next function of that name is another's when the program is linked with another allocator. (To open the C
  // library and ask it by name would run its initialisation, which has not been its turn yet.)
  Dl_info asked, library;
  void* next = dlsym(RTLD_NEXT, "malloc_usable_size");
  bool isLibrarys = next && dladdr(next, &asked) && dladdr(reinterpret_cast<void*>(__libc_malloc), &library) &&
                    asked.dli_fbase == library.dli_fbase;
  askUsable = isLibrarys ? reinterpret_cast<size_t (*)(void*)>(next) : usableByHeader;
}

void lockAllocations() {
  large.lock.lock();
  for (SpinLock& lock : placeLocks) lock.lock();
}
void unlockAllocations() {
  for (SpinLock& lock : placeLocks) lock.unlock();
  large.lock.unlock();
}

} // namespace steward::runtime
