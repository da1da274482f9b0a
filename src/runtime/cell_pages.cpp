#include "runtime/cell_pages.h"

#include "runtime/cell.h"
#include "runtime/system.h"

#include <sys/mman.h>
#include <sys/syscall.h>

namespace steward::runtime {

static constexpr unsigned chunkBits = 15; // of the program's memory, and of its cells
static constexpr uintptr_t pageBytes = 4096;

// A byte for each chunk: whether its pages were asked for. The system gives the table's own as they are used.
static uint8_t* isPrepared;

bool reserveCellPages() {
  void* at = mmap(nullptr, (linear(highEnd - 1) >> chunkBits) + 1, PROT_READ | PROT_WRITE,
                  MAP_PRIVATE | MAP_ANONYMOUS | MAP_NORESERVE, -1, 0);
  if (at == MAP_FAILED) return false;
  isPrepared = static_cast<uint8_t*>(at);
  return true;
}

void prepareCells(uintptr_t word) {
  uint8_t& isDone = isPrepared[linear(word) >> chunkBits];
  if (__atomic_load_n(&isDone, __ATOMIC_RELAXED)) return;
  __atomic_store_n(&isDone, 1, __ATOMIC_RELAXED);
  uintptr_t chunk = word & ~((uintptr_t(1) << chunkBits) - 1), cells = reinterpret_cast<uintptr_t>(cellAt(chunk));
  uintptr_t from = cells & ~(pageBytes - 1), to = (cells + (uintptr_t(1) << chunkBits)) & ~(pageBytes - 1);
#ifdef MADV_POPULATE_WRITE
  systemCall(SYS_madvise, long(from), long(to - from), MADV_POPULATE_WRITE); // without it, page by page
#endif
}

void returnCells(uintptr_t from, uintptr_t to) {
  uintptr_t low = (reinterpret_cast<uintptr_t>(cellAt(from)) + blockBytes + pageBytes - 1) & ~(pageBytes - 1);
  uintptr_t high = (reinterpret_cast<uintptr_t>(cellAt(to)) - blockBytes) & ~(pageBytes - 1);
  if (low >= high) return;
  for (uint64_t chunk = linear(from) >> chunkBits; chunk <= linear(to) >> chunkBits; ++chunk)
    if (__atomic_load_n(&isPrepared[chunk], __ATOMIC_RELAXED))
      __atomic_store_n(&isPrepared[chunk], 0, __ATOMIC_RELAXED);
  systemCall(SYS_madvise, long(low), long(high - low), MADV_DONTNEED);
}

} // namespace steward::runtime
