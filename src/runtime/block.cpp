// Compression: a block of 512 bytes that is only ever accessed as a whole has one cell, and its words have none: a
// word's cell of 0 says "as the block". The first access to a part of it gives those words cells of their own
// (refined), the others still follow the block. When all words of a refined block are found alike by an access to all
// of it, the block has one cell again (compressed). A check of a megabyte that a thread has to itself is then two
// thousand comparisons.
//
// The block's cell, and the change of a word's cell from 0 or to 0, are guarded by the block's lock.
#include "runtime/block.h"

#include "runtime/options.h"
#include "runtime/record.h"
#include "runtime/trace.h"

#include <sys/mman.h>

namespace steward::runtime {

static constexpr size_t returnedBytes = 256 << 10; // the shadow of so much goes back to the system when it is forgotten

static bool isSameSpan(const Access& access, uint64_t cell) {
  return (access.isWrite ? writeHalf(cell) : readHalf(cell)) == access.epoch;
}

// Gives the word a cell of its own, if the block says something about it.
static void leaveBlock(Thread& thread, uintptr_t word) {
  uint64_t* block = blockAt(word);
  SpinGuard guard(lockOfBlock(block));
  uint64_t state = loadCell(block), *at = cellAt(word);
  uint64_t own = state & ~refinedMark;
  if (own && loadCell(at) == 0)
    storeCell(at, readHalf(own) & tagMark ? makeCell(writeHalf(own), shareSet(readHalf(own))) : own);
  if (!(state & refinedMark)) {
    storeCell(block, state | refinedMark);
    ++thread.counts.refined;
  }
}

bool checkWord(const Access& access, uintptr_t word, uint8_t mask, Conflict& conflict) {
  uint64_t *at = cellAt(word), cell = loadCell(at);
  if (cell == 0) {
    if (loadCell(blockAt(word)) != refinedMark) {
      leaveBlock(access.thread, word);
      cell = loadCell(at);
    }
    if (cell == 0 && mask == 0xff && !access.isAtomic && !options.exact) {
      if (replaceCell(at, 0, makeCell(access.isWrite ? access.epoch : 0, access.epoch))) return true;
      cell = loadCell(at);
    }
  }
  if (mask == 0xff && !access.isAtomic) {
    if (isSameSpan(access, cell)) return false;
    if (!options.exact) return updateWholeWord(access, at, cell, word, conflict);
  }
  return updateWord(access, word, mask, conflict);
}

static bool areAlike(const uint64_t* cells) {
  uint64_t first = loadCell(cells), differences = 0;
  for (size_t i = 1; i < blockWords; ++i) differences |= cells[i] ^ first;
  return !differences && first && !(first & cellMarks);
}

void reportConflict(const Access& access, const Conflict& conflict) {
  if (!conflict.earlier) return;
  // The bytes that both have in common, as far as the shadow knows them.
  uintptr_t from = conflict.at, to = conflict.at + conflict.bytes;
  if (access.at > from && access.at < to) from = access.at;
  if (access.at + access.bytes < to && access.at + access.bytes > from) to = access.at + access.bytes;
  traceConflict(access.thread, from, to - from, conflict.earlier);
  Side now{access.kind, from, to - from, epochOf(access.epoch), access.site, access.at};
  Side earlier{conflict.kind, from, to - from, conflict.earlier, nullptr, 0};
  reportRace(access.thread, now, earlier, access.frame);
}

static bool checkWords(const Access& access, uintptr_t from, uintptr_t to) {
  bool changed = false;
  Epoch last = 0; // a range meets the same earlier range again and again: once is enough
  const uint64_t* cells = cellAt(from);
  size_t count = (to - from) / 8;
  for (size_t i = 0; i < count; ++i) {
    if (isSameSpan(access, loadCell(cells + i))) continue;
    Conflict conflict{};
    changed |= checkWord(access, from + i * 8, 0xff, conflict);
    if (!conflict.earlier) continue;
    if (conflict.earlier == last) {
      traceConflict(access.thread, conflict.at, conflict.bytes, conflict.earlier);
      continue;
    }
    last = conflict.earlier;
    reportConflict(access, conflict);
  }
  return changed;
}

// Whether the shadow was changed; `whole` is false when the words have to be gone through one by one.
static bool checkWholeBlock(const Access& access, uintptr_t at, bool& whole) {
  uint64_t* block = blockAt(at);
  Conflict conflict{};
  bool changed;
  {
    SpinGuard guard(lockOfBlock(block));
    uint64_t state = loadCell(block);
    if (state & refinedMark) {
      uint64_t* cells = cellAt(at);
      if (!areAlike(cells)) {
        whole = false;
        return false;
      }
      if ((state & ~refinedMark) && readHalf(state) & tagMark) leaveSet(readHalf(state));
      state = loadCell(cells);
      for (size_t i = 0; i < blockWords; ++i) cells[i] = 0;
      storeCell(block, state);
      ++access.thread.counts.compressed;
    }
    whole = true;
    if (isSameSpan(access, state)) return false;
    uint64_t updated = updateLocation(access, state, true, at, blockBytes, conflict);
    changed = updated != state;
    storeCell(block, updated);
    ++access.thread.counts.blocks;
  }
  reportConflict(access, conflict);
  return changed;
}

static bool checkPart(const Access& access, uintptr_t word, uint8_t mask) {
  Conflict conflict{};
  bool changed = checkWord(access, word, mask, conflict);
  reportConflict(access, conflict);
  return changed;
}

bool checkBytes(const Access& access, uintptr_t at, size_t bytes) {
  if (!bytes) return false;
  uintptr_t end = at + bytes, first = at & ~uintptr_t(7), last = end & ~uintptr_t(7);
  if (first == last) return checkPart(access, first, byteMask(at - first, end - first));
  bool changed = false;
  if (at != first) {
    changed |= checkPart(access, first, byteMask(at - first, 8));
    first += 8;
  }
  for (uintptr_t next; first < last; first = next) {
    next = (first & ~(blockBytes - 1)) + blockBytes;
    if (next > last) next = last;
    if (next - first == blockBytes && !access.isAtomic && !options.exact) {
      bool whole;
      changed |= checkWholeBlock(access, first, whole);
      if (whole) continue;
    }
    changed |= access.isAtomic ? checkPart(access, first, 0xff) : checkWords(access, first, next);
    if (access.isAtomic) next = first + 8;
  }
  if (last != end) changed |= checkPart(access, last, byteMask(0, end - last));
  return changed;
}

// Entries that cells name are given back; the cells get the value.
static void resetCells(uintptr_t from, uintptr_t to, uint64_t value) {
  for (uintptr_t word = from; word < to; word += 8) {
    uint64_t* at = cellAt(word);
    uint64_t cell = loadCell(at);
    if (cell == value) continue;
    if (cell & cellMarks) {
      SpinGuard guard(lockOf(at));
      dropEntries(loadCell(at), word);
      storeCell(at, value);
    } else
      storeCell(at, value);
  }
}

static void forgetInBlock(uintptr_t from, uintptr_t to) {
  uint64_t* block = blockAt(from);
  if (loadCell(block) == 0) return;
  SpinGuard guard(lockOfBlock(block));
  uint64_t state = loadCell(block), own = state & ~refinedMark;
  bool isWhole = to - from == blockBytes;
  if (state & refinedMark) resetCells(from, to, own && !isWhole ? virginCell : 0);
  if (isWhole) {
    if (readHalf(own) & tagMark) leaveSet(readHalf(own));
    storeCell(block, 0);
  } else if (own && !(state & refinedMark)) {
    for (uintptr_t word = from; word < to; word += 8) storeCell(cellAt(word), virginCell);
    storeCell(block, state | refinedMark);
  }
}

void forgetAccesses(const void* memory, size_t bytes) {
  if (!bytes) return;
  traceMemory(TraceKind::Forget, memory, bytes);
  uintptr_t at = reinterpret_cast<uintptr_t>(memory);
  uintptr_t end = (at + bytes + 7) & ~uintptr_t(7), first = at & ~uintptr_t(7);
  for (uintptr_t next; first < end; first = next) {
    next = (first & ~(blockBytes - 1)) + blockBytes;
    if (next > end) next = end;
    forgetInBlock(first, next);
  }
  if (bytes < returnedBytes) return;
  constexpr uintptr_t page = 4096;
  uintptr_t from = (reinterpret_cast<uintptr_t>(cellAt(at)) + blockBytes + page - 1) & ~(page - 1);
  uintptr_t to = (reinterpret_cast<uintptr_t>(cellAt(end)) - blockBytes) & ~(page - 1);
  if (from < to) madvise(reinterpret_cast<void*>(from), to - from, MADV_DONTNEED);
}

} // namespace steward::runtime
