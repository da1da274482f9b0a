// Of memory that was never accessed the system has given no page for the cells of its blocks. Its table of pages says
// so at the cost of eight bytes for each page, which is for 128 KB of the program's memory; to look at the cells would
// bring the pages.
#include "runtime/mappings.h"

#include "runtime/cell.h"
#include "runtime/cell_pages.h"
#include "runtime/shadow.h"
#include "runtime/system.h"

#include <fcntl.h>
#include <sys/syscall.h>

namespace steward::runtime {

namespace {

constexpr uintptr_t pageBytes = 4096, memoryOfPage = pageBytes / blockStateBytes * blockBytes;
constexpr uintptr_t largeMapping = 64 << 20; // from here on asking is cheaper than looking
constexpr uint64_t isPresent = uint64_t(1) << 63, isSwapped = uint64_t(1) << 62;

void forget(uintptr_t from, uintptr_t to) { forgetAccesses(reinterpret_cast<void*>(from), to - from); }

// In an area. Returns how far the table could be read.
uintptr_t forgetWhatIsThere(uintptr_t from, uintptr_t to, int table) {
  auto state = reinterpret_cast<uintptr_t>(blockAt(from));
  uintptr_t low = (from & ~(blockBytes - 1)) - state % pageBytes / blockStateBytes * blockBytes; // what the page is for
  uintptr_t page = state / pageBytes;
  uint64_t entries[512];
  while (low < to) {
    uintptr_t left = (to - low + memoryOfPage - 1) / memoryOfPage, count = left < 512 ? left : 512;
    long bytes = long(count * sizeof *entries);
    if (systemCall(SYS_pread64, table, long(entries), bytes, long(page * sizeof *entries)) != bytes) break;
    for (uintptr_t i = 0; i < count; ++i, ++page, low += memoryOfPage) {
      uintptr_t high = low + memoryOfPage;
      if (entries[i] & (isPresent | isSwapped)) forget(low < from ? from : low, high < to ? high : to);
    }
  }
  return low < to ? low : to;
}

void forgetInArea(uintptr_t from, uintptr_t to) {
  if (to - from < largeMapping) return forget(from, to);
  long table = systemCall(SYS_openat, AT_FDCWD, long("/proc/thread-self/pagemap"), O_RDONLY | O_CLOEXEC);
  uintptr_t left = from;
  if (table >= 0) {
    left = forgetWhatIsThere(from, to, int(table));
    systemCall(SYS_close, table);
  }
  if (left < to) forget(left < from ? from : left, to);
  returnCells(from, to);
}

} // namespace

void forgetMapping(const void* at, size_t bytes) {
  auto from = reinterpret_cast<uintptr_t>(at);
  for (const ProgramArea& area : programAreas) {
    uintptr_t low = from < area.from ? area.from : from, high = from + bytes < area.to ? from + bytes : area.to;
    if (low < high) forgetInArea(low, high);
  }
}

} // namespace steward::runtime
