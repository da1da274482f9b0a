// Small blocks are kept in a table of fixed size, one place for each address by hash: the last to come stays. An
// address inside of a block is found by looking at each address below it at which a block can start. Large blocks,
// which are few, are kept in order.
//
// A place is written without a lock, since every allocation does. Its first word is 0 meanwhile, and who reads it looks
// at that again; of two threads at one place at once, the stack of one may stay with the block of the other.
#include "runtime/allocations.h"

#include "runtime/memory.h"

#include <dlfcn.h>

extern "C" void* __libc_malloc(size_t);

namespace steward::runtime {

namespace {

constexpr unsigned placeBits = 20;
constexpr size_t largeBytes = 4096, blockAlignment = 16;

struct Place {
  uint64_t block;  // its address, and above that 16 bits for its bytes, which are less than largeBytes
  uint64_t origin; // the stack, and above it the thread's number
};
constexpr unsigned addressBits = 48;
Place* places;

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
    uint64_t kept = __atomic_load_n(&places[place].block, __ATOMIC_ACQUIRE);
    uint64_t origin = __atomic_load_n(&places[place].origin, __ATOMIC_ACQUIRE);
    if (__atomic_load_n(&places[place].block, __ATOMIC_RELAXED) != kept) continue;
    if ((kept & ((uint64_t(1) << addressBits) - 1)) != block) continue;
    size_t bytes = kept >> addressBits;
    if (at - block >= bytes && at != block) return false; // behind its end, and no other lies across it
    *found = {block, bytes, StackId(origin), uint32_t(origin >> 32)};
    return true;
  }
  return false;
}

} // namespace

void rememberAllocation(const Allocation& allocation) {
  if (allocation.bytes < largeBytes) {
    Place& place = places[placeOf(allocation.at)];
    __atomic_store_n(&place.block, 0, __ATOMIC_RELAXED);
    __atomic_store_n(&place.origin, allocation.stack | uint64_t(allocation.thread) << 32, __ATOMIC_RELEASE);
    __atomic_store_n(&place.block, allocation.at | allocation.bytes << addressBits, __ATOMIC_RELEASE);
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

void lockAllocations() { large.lock.lock(); }
void unlockAllocations() { large.lock.unlock(); }

} // namespace steward::runtime
