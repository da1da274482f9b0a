// Pages come from the system by its own call, blocks from size classes that are carved out of pages and kept on free
// lists for ever: the runtime's memory is what its threads and their objects needed at the peak.
#include "runtime/memory.h"

#include "runtime/system.h"

#include <sched.h>
#include <sys/mman.h>
#include <sys/syscall.h>

extern "C" {
__attribute__((visibility("hidden"), tls_model("initial-exec"))) __thread uint32_t stewardLocksHeld;
}

namespace steward::runtime {

uint8_t SpinLock::process = 1;
void (*SpinLock::whenUnlocked)();

namespace {

constexpr size_t pageBytes = 4096, chunkBytes = 128 * 1024;
constexpr size_t largestClass = 32 * 1024; // above it, pages
constexpr unsigned classCount = 24;

struct FreeBlock {
  FreeBlock* next;
};

struct alignas(64) SizeClass {
  SpinLock lock;
  FreeBlock* free;
  char *chunk, *chunkEnd;
};

SizeClass classes[classCount];
uint64_t mapped;

// 16, 24 → 32, 48, 64, 96, 128, 192, …: powers of two and the middles between them, from 32 up.
unsigned classOf(size_t bytes, size_t* rounded) {
  if (bytes <= 32) return *rounded = bytes <= 16 ? 16 : 32, bytes <= 16 ? 0 : 1;
  unsigned power = 63 - unsigned(__builtin_clzll(bytes - 1)); // 2^power < bytes <= 2^(power+1)
  size_t middle = size_t(3) << (power - 1);
  bool isUpper = bytes > middle;
  *rounded = isUpper ? size_t(2) << power : middle;
  return 2 + 2 * (power - 5) + isUpper;
}

size_t wholePages(size_t bytes) { return (bytes + pageBytes - 1) & ~(pageBytes - 1); }

} // namespace

void* mapPages(size_t bytes) {
  bytes = wholePages(bytes);
  long at =
      systemCall(SYS_mmap, 0, long(bytes), PROT_READ | PROT_WRITE, MAP_PRIVATE | MAP_ANONYMOUS | MAP_NORESERVE, -1, 0);
  if (at < 0 && at > -4096) {
    NumberText text;
    stop("out of memory: the system gave no ", decimal(bytes, text), " bytes for the detector");
  }
  __atomic_fetch_add(&mapped, bytes, __ATOMIC_RELAXED);
  return reinterpret_cast<void*>(at);
}

void unmapPages(void* at, size_t bytes) {
  bytes = wholePages(bytes);
  systemCall(SYS_munmap, long(at), long(bytes));
  __atomic_fetch_sub(&mapped, bytes, __ATOMIC_RELAXED);
}

void emptyPages(void* at, size_t bytes) {
  uintptr_t from = wholePages(reinterpret_cast<uintptr_t>(at)), to = reinterpret_cast<uintptr_t>(at) + bytes;
  to &= ~(pageBytes - 1);
  if (from < to) systemCall(SYS_madvise, long(from), long(to - from), MADV_DONTNEED);
}

void* allocate(size_t bytes) {
  if (bytes > largestClass) return mapPages(bytes);
  size_t rounded;
  SizeClass& sizes = classes[classOf(bytes, &rounded)];
  sizes.lock.lock();
  void* at = sizes.free;
  if (at) {
    sizes.free = sizes.free->next;
    sizes.lock.unlock();
    __builtin_memset(at, 0, rounded);
    return at;
  }
  if (size_t(sizes.chunkEnd - sizes.chunk) < rounded) { // the rest of the old chunk is less than a block
    sizes.chunk = static_cast<char*>(mapPages(chunkBytes));
    sizes.chunkEnd = sizes.chunk + chunkBytes;
  }
  at = sizes.chunk; // fresh from the system: zero
  sizes.chunk += rounded;
  sizes.lock.unlock();
  return at;
}

void release(void* at, size_t bytes) {
  if (!at) return;
  if (bytes > largestClass) return unmapPages(at, bytes);
  size_t rounded;
  SizeClass& sizes = classes[classOf(bytes, &rounded)];
  auto* block = static_cast<FreeBlock*>(at);
  SpinGuard guard(sizes.lock);
  block->next = sizes.free;
  sizes.free = block;
}

uint64_t mappedBytes() { return __atomic_load_n(&mapped, __ATOMIC_RELAXED); }

void lockMemory() {
  for (SizeClass& sizes : classes) sizes.lock.lock();
}
void unlockMemory() {
  for (SizeClass& sizes : classes) sizes.lock.unlock();
}

void SpinLock::wait() {
  for (unsigned spins = 0; __atomic_load_n(&taken_, __ATOMIC_RELAXED) == process; ++spins) {
    if (spins < 64)
      __builtin_ia32_pause();
    else
      systemCall(SYS_sched_yield);
  }
}

void SpinLock::unlockedAtLast() {
  stewardLocksHeld = 0;
  if (whenUnlocked) whenUnlocked();
}

} // namespace steward::runtime
