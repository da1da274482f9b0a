// Compression: words of a block of 512 bytes that are accessed together have one cell, the block's, and none of their
// own: a word's cell of 0 says "as the block". Words that were accessed without the others have cells of their own and
// stand in the block's mask; the others still follow. So what goes through memory in ranges, or in strides, costs one
// comparison for a block and some for the words at its edges, and a check of a megabyte that a thread has to itself is
// two thousand comparisons.
//
// An access to a part of those that follow takes the fewer ones apart: those that it is to, or the others. They become
// the block's group, with one cell for all, if they are many; that is what strides come to, and parts of a block that
// are different threads'. Words of three kinds are too many, and the fewest get cells of their own. Who stands apart
// and is found to be like the block or the group again, by an access to these and to it, follows again.
//
//   for (i = 0; i < n; i += 2) sum += a[i];      cell: the write of all of a      group: the reads of every second word
//
// The block's cell, its mask, its group, and the change of a word's cell from 0 or to 0, are guarded by the block's
// lock, with two exceptions. Where a block says nothing, so that the mask does not count, a word's first cell needs
// none. And as long as all of its words follow a block (its cell has no mark), an access to all of them replaces its
// cell without the lock: who has the lock and means to take words apart sets the mark first.
#include "runtime/block.h"

#include "runtime/cell_pages.h"
#include "runtime/gate.h"
#include "runtime/own_reads.h"
#include "runtime/record.h"
#include "runtime/split.h"
#include "runtime/trace.h"

namespace steward::runtime {

// The cells of so much go back to the system when it is forgotten. What a heap hands out again will most often be used
// as it was before, and would need them again at once.
static constexpr size_t returnedBytes = 256 << 10, returnedOfHeap = 32 << 20;

namespace {

uint64_t withOneUseMore(uint64_t location) {
  if (readHalf(location) & tagMark) shareSet(readHalf(location));
  return location;
}

// Cells of their own for words that had none; each has a use of the set. The lock is held.
void storeCells(uint64_t* cells, uint64_t words, uint64_t location) {
  for (; words; words &= words - 1) storeCell(cells + __builtin_ctzll(words), withOneUseMore(location));
}

// The same for words that follow the block, which are then apart from it.
void setApart(uint64_t* block, uint64_t* cells, uint64_t words, uint64_t location) {
  storeCells(cells, words, location);
  apartFrom(block) |= words;
}

// Words are in the group no longer. The lock is held.
void leaveGroup(BlockGroup& group, uint64_t words) {
  group.words &= ~words;
  if (group.words || !group.location) return;
  leaveSet(readHalf(group.location));
  group.location = 0;
}

// The block's cell, when words are apart from it or were. When all are, its group takes the place of those that
// followed; without one it says nothing any more. The mark stays until all of the block is forgotten: a thread that was
// held up may still leave a cell where there is to be none, and what is new to the program must not have one. The lock
// is held.
void storeRefined(uint64_t* block, uint64_t own) {
  if (~apartFrom(block)) return storeCell(block, own | refinedMark);
  leaveSet(readHalf(own));
  BlockGroup& group = groupOf(block);
  storeCell(block, group.location | refinedMark);
  apartFrom(block) &= ~group.words;
  group = {};
}

// From here on the block's cell is changed under the lock only, which is held. Returns it.
uint64_t setMark(uint64_t* block, uint64_t* count = nullptr) {
  uint64_t state = loadCell(block);
  if (count && !(state & refinedMark)) ++*count;
  while (!(state & refinedMark) && !replaceCell(block, state, state | refinedMark)) state = loadCell(block);
  return state | refinedMark;
}

void traceConflicts(const Access& access, const Conflict& conflict) {
  for (unsigned i = 0; i < conflict.count; ++i)
    traceConflict(access.thread, conflict.all[i].at, conflict.all[i].bytes, conflict.all[i].epoch);
}

// Whether all that is known of a word is this thread's or before it, in its cell alone: a write of all of it takes its
// place.
bool isOwnWord(uint64_t cell, Half now) {
  if (!(cell & cellTags)) return cell && isOwnLocation(cell, now);
  if (!isOfSlot(writeHalf(cell), now)) return false;
  return isCloseCell(cell) || (isSpanCell(cell) && (cell & (allIsBefore | beforeIsList)) == allIsBefore);
}

// Words by their own cells. A range meets the same again and again: what was just found is compared with first, and a
// conflict is reported once.
bool checkWords(const Access& access, uintptr_t base, uint64_t words) {
  bool changed = false, isOwn = false;
  Conflict last;
  LineLock line;
  uint64_t *cells = cellAt(base), *block = blockAt(base);
  uint64_t known = 0, updated = 0;
  bool isPlainWrite = access.isWrite && !access.isAtomic && !options.exact;
  for (; words; words &= words - 1) {
    unsigned i = unsigned(__builtin_ctzll(words));
    uint64_t cell = loadCell(cells + i);
    if (isSameSpan(access, cell)) continue;
    if (isPlainWrite && isOwnWord(cell, access.epoch)) {
      storeCell(cells + i, makeCell(access.epoch, access.epoch));
      changed = true;
      continue;
    }
    if (!cell) line.release();
    if (!cell && !options.exact && !access.isAtomic && loadCell(block) == refinedMark &&
        replaceNone(access.thread, base + i * 8, makeCell(access.isWrite ? access.epoch : 0, access.epoch))) {
      changed = true;
      continue;
    }
    if (cell != known && cell && !(cell & cellMarks) && !options.exact && !access.isAtomic) {
      Half write = writeHalf(cell), read = readHalf(cell);
      if ((access.isWrite || write != access.epoch) && isOrdered(access.thread, write) &&
          isOrdered(access.thread, read)) {
        known = cell;
        updated = makeCell(access.isWrite ? access.epoch : write, access.epoch);
        isOwn = isOwnLocation(cell, access.epoch);
      }
    }
    if (cell && cell == known) {
      if (isOwn) storeCell(cells + i, updated);
      if (isOwn || replaceCell(cells + i, cell, updated)) {
        changed = true;
        continue;
      }
    }
    if (!access.isWrite && !access.isAtomic && hasOwnReads(cell)) {
      ReadKept kept = keepOwnRead(access.thread, cells + i, cell, base + i * 8, 0xff, access.epoch);
      changed |= kept == ReadKept::Now;
      if (kept != ReadKept::No) continue;
    }
    Conflict conflict{};
    bool isShared = !access.isWrite && isWholeCell(cell) && !options.exact && !access.isAtomic;
    if (isShared && readLikeOthers(access, cells + i, cell, line)) {
      changed = true;
      continue;
    }
    line.release();
    changed |= isShared ? updateWholeUnderLock(access, cells + i, base + i * 8, conflict)
                        : checkWord(access, base + i * 8, 0xff, conflict);
    if (!conflict.count) continue;
    if (conflict.isIn(last)) {
      traceConflicts(access, conflict);
      continue;
    }
    last = conflict;
    reportConflict(access, conflict);
  }
  return changed;
}

// The words of a run of ones.
struct Run {
  unsigned from, count;
};
Run firstRun(uint64_t words) {
  unsigned from = unsigned(__builtin_ctzll(words));
  uint64_t rest = ~(words >> from);
  return {from, rest ? unsigned(__builtin_ctzll(rest)) : 64 - from};
}

void reportInBlock(const Access& access, Conflict& conflict, uintptr_t base, uint64_t words) {
  if (!conflict.count) return;
  for (bool isFirst = true; words; isFirst = false) {
    Run run = firstRun(words);
    words &= run.count == 64 ? 0 : ~(((uint64_t(1) << run.count) - 1) << run.from);
    for (unsigned i = 0; i < conflict.count; ++i) {
      conflict.all[i].at = base + run.from * 8;
      conflict.all[i].bytes = run.count * 8;
    }
    if (isFirst)
      reportConflict(access, conflict);
    else
      traceConflicts(access, conflict);
  }
}

bool areAlike(const uint64_t* cells, uint64_t words, uint64_t value) {
  uint64_t differences = 0;
  for (; words; words &= words - 1) differences |= loadCell(cells + __builtin_ctzll(words)) ^ value;
  return !differences;
}

// Without its cell, if that is this one. What is only this thread's is changed by a store, as everywhere (word.cpp).
// Else: who holds the lock of the cell has seen it, and stores another; who does not replaces it, and finds that it is
// another by now.
bool emptyCell(uint64_t* at, uint64_t value, LineLock& line) {
  if (loadCell(at) != value) return false;
  if (!(value & cellTags) && isOwnLocation(value, stewardEpoch) && !options.exact) {
    storeCell(at, 0);
    return true;
  }
  line.take(at);
  if (!replaceCell(at, value, 0)) return false;
  leaveSet(readHalf(value));
  return true;
}

// Those of the words whose cell is this follow the block again, or are in its group. The lock is held, and the block's
// cell, or the group's, is the value already.
void follow(uint64_t* block, uint64_t* cells, uint64_t words, uint64_t value) {
  uint64_t following = 0;
  LineLock line;
  for (; words; words &= words - 1) {
    unsigned i = unsigned(__builtin_ctzll(words));
    if (emptyCell(cells + i, value, line)) following |= uint64_t(1) << i;
  }
  if (BlockGroup& group = groupOf(block); group.location == value) {
    group.words |= following;
    return;
  }
  apartFrom(block) &= ~following;
  storeRefined(block, value);
}

// Whether words have become like the block by an access to it and to them. No lock is held.
void rejoin(uint64_t* block, uint64_t* cells, uint64_t words, uint64_t value) {
  uint64_t alike = 0;
  for (uint64_t left = words; left; left &= left - 1) {
    unsigned i = unsigned(__builtin_ctzll(left));
    alike |= uint64_t(loadCell(cells + i) == value) << i;
  }
  if (!alike) return;
  SpinGuard guard(lockOfBlock(block));
  const BlockGroup& group = groupOf(block);
  if (loadCell(block) == (value | refinedMark) || group.location == value)
    follow(block, cells, alike & apartFrom(block) & ~group.words, value);
}

// The block is to have the word's set, too. False: the cell is another now.
bool useCell(uint64_t* at, uint64_t value) {
  if (!(readHalf(value) & tagMark)) return true;
  SpinGuard guard(lockOf(at));
  if (loadCell(at) != value) return false;
  shareSet(readHalf(value));
  return true;
}

constexpr int most = blockWords / 2; // from here on it pays to have the block say it

// A block that says nothing, after all of these words were accessed: if they are alike now, it speaks of them.
void compress(Thread& thread, uint64_t* block, uint64_t* cells, uint64_t words) {
  uint64_t value = loadCell(cells + __builtin_ctzll(words));
  if (!isWholeCell(value) || !areAlike(cells, words, value)) return;
  SpinGuard guard(lockOfBlock(block));
  if (loadCell(block) != refinedMark || !useCell(cells + __builtin_ctzll(words), value)) return;
  for (uint64_t left = ~words; left; left &= left - 1) replaceCell(cells + __builtin_ctzll(left), 0, virginCell);
  apartFrom(block) = ~uint64_t(0);
  storeCell(block, value | refinedMark);
  follow(block, cells, words, value);
  ++thread.counts.compressed;
}

// A block that says nothing, and many words of which nothing is known either: it speaks of them from now on, and they
// need no cells. Returns those that are still to be checked: all, or those that another thread has given one meanwhile.
uint64_t adopt(const Access& access, uint64_t* block, uint64_t* cells, uint64_t words) {
  if (!areAlike(cells, words, 0)) return words;
  SpinGuard guard(lockOfBlock(block));
  if (loadCell(block) != refinedMark) return words;
  ++access.thread.counts.blocks;
  for (uint64_t left = ~words; left; left &= left - 1) replaceCell(cells + __builtin_ctzll(left), 0, virginCell);
  uint64_t own = makeCell(access.isWrite ? access.epoch : 0, access.epoch), others = 0;
  apartFrom(block) = ~words;
  storeCell(block, own | refinedMark);
  // Who has made a cell and then looked at the block (replaceNone) has either seen this, or it is seen here.
  __atomic_thread_fence(__ATOMIC_SEQ_CST);
  for (uint64_t left = words; left; left &= left - 1) {
    unsigned i = unsigned(__builtin_ctzll(left));
    others |= uint64_t(loadCell(cells + i) != 0) << i;
  }
  apartFrom(block) |= others;
  if (others) storeRefined(block, own);
  return others;
}

// All words, which all follow the block. False when they do not any more; nothing has happened then.
bool checkWhole(const Access& access, uintptr_t base, bool& changed) {
  uint64_t *block = blockAt(base), state, updated;
  Conflict conflict;
  {
    SpinGuard guard(lockOfBlock(block));
    do {
      state = loadCell(block);
      if (state & refinedMark) return false;
      if (isSameSpan(access, state)) return true;
      conflict = {};
      updated = updateLocation(access, state, true, base, blockBytes, conflict);
      if (replaceCell(block, state, updated)) break;
      leaveSet(readHalf(updated)); // a new one: a cell with a set is not changed without the lock
    } while (true);
    ++access.thread.counts.blocks;
    if (!access.isWrite) rememberIfReader(access.thread, readHalf(updated));
  }
  changed = updated != state;
  reportInBlock(access, conflict, base, ~uint64_t(0));
  return true;
}

// Some words of a block, and what is known of them all; it has a use of the set.
struct Part {
  uint64_t words, location;
};

// What an access does to those of some words that it is to: they come to be a part of their own. None, if it says
// nothing new of them.
Part split(const Access& access, Part& part, uint64_t words, uintptr_t base, Conflict& conflict) {
  Part touched{part.words & words, part.location};
  if (!touched.words || isSameSpan(access, part.location)) return {};
  bool isAll = touched.words == part.words;
  touched.location =
      updateLocation(access, isAll ? part.location : withOneUseMore(part.location), true, base, blockBytes, conflict);
  if (touched.location == part.location) {
    if (!isAll) leaveSet(readHalf(part.location));
    return {};
  }
  part.words &= ~touched.words;
  return touched;
}

// Two that are alike become one.
void join(Part& into, Part& part) {
  if (!into.words || !part.words || into.location != part.location) return;
  into.words |= part.words;
  part.words = 0;
  leaveSet(readHalf(part.location));
}

void sortBySize(Part (&parts)[4]) {
  auto order = [&](unsigned a, unsigned b) {
    if (__builtin_popcountll(parts[a].words) >= __builtin_popcountll(parts[b].words)) return;
    Part saved = parts[a];
    parts[a] = parts[b];
    parts[b] = saved;
  };
  order(0, 1), order(2, 3), order(0, 2), order(1, 3), order(1, 2);
}

// Fewer words next to each other are rather the fields of a structure, which will be looked at one by one.
int fewestInGroup(const Access& access) { return access.isSparse ? 2 : 8; }

// What happens to the words that follow the block, and to those in its group. Returns those of the words that have
// cells of their own, which are still to be checked. `updated`: what the block or its group has for words that the
// access was to.
uint64_t checkFollowers(const Access& access, uintptr_t base, uint64_t words, uint64_t& updated, bool& changed) {
  uint64_t *block = blockAt(base), *cells = cellAt(base), left, followers, grouped;
  Conflict ofFollowers{}, ofGroup{};
  {
    SpinGuard guard(lockOfBlock(block));
    uint64_t own = setMark(block, &access.thread.counts.refined) & ~refinedMark;
    if (!own) return words;
    BlockGroup& group = groupOf(block);
    left = words & apartFrom(block) & ~group.words;
    Part parts[4] = {{~apartFrom(block), own}, {group.words, group.location}, {}, {}};
    parts[2] = split(access, parts[0], words, base, ofFollowers);
    parts[3] = split(access, parts[1], words, base, ofGroup);
    followers = parts[2].words, grouped = parts[3].words;
    if (!(followers | grouped)) return left;
    ++access.thread.counts.blocks;
    changed = true;
    for (unsigned i = 0; i < 3; ++i)
      for (unsigned j = i + 1; j < 4; ++j) join(parts[i], parts[j]);
    sortBySize(parts);
    unsigned kept = __builtin_popcountll(parts[1].words) < fewestInGroup(access) ? 1 : 2;
    for (unsigned i = 0; i < 4; ++i) {
      if (!parts[i].words) continue;
      if (i < kept) {
        if (!updated && parts[i].words & (followers | grouped)) updated = parts[i].location;
        continue;
      }
      storeCells(cells, parts[i].words, parts[i].location);
      leaveSet(readHalf(parts[i].location));
    }
    apartFrom(block) = ~parts[0].words;
    group = kept == 2 ? BlockGroup{parts[1].location, parts[1].words} : BlockGroup{};
    storeCell(block, parts[0].location | refinedMark);
    if (updated && !access.isWrite) rememberIfReader(access.thread, readHalf(updated));
  }
  reportInBlock(access, ofFollowers, base, followers);
  reportInBlock(access, ofGroup, base, grouped);
  return left;
}

} // namespace

// Since this is where the program looks at single words now, those whose cells are in the same line of the cache leave
// it too.
__attribute__((preserve_most)) uint64_t leaveBlock(Thread& thread, uintptr_t word) {
  Inside inside(thread);
  constexpr unsigned atOnce = 8;
  uint64_t *block = blockAt(word), *at = cellAt(word);
  prepareCells(word);
  SpinGuard guard(lockOfBlock(block));
  uint64_t own = setMark(block, &thread.counts.refined) & ~refinedMark;
  unsigned index = word / 8 % blockWords;
  uint64_t leaving = uint64_t(0xff) << index / atOnce * atOnce;
  if (own) {
    BlockGroup& group = groupOf(block);
    storeCells(at - index, group.words & leaving, group.location);
    leaveGroup(group, leaving);
    setApart(block, at - index, ~apartFrom(block) & leaving, own);
  }
  storeRefined(block, own);
  return loadCell(at);
}

// Between the look at the block and the exchange, other threads may have given the word a cell, made the block speak of
// it and taken the cell away. Then it is as if it had been that way before.
bool hasStayedNone(Thread& thread, uintptr_t word, uint64_t value) {
  Inside inside(thread);
  uint64_t *block = blockAt(word), *at = cellAt(word);
  SpinGuard guard(lockOfBlock(block));
  uint64_t own = setMark(block, &thread.counts.refined) & ~refinedMark, bit = uint64_t(1) << word / 8 % blockWords;
  BlockGroup& group = groupOf(block);
  bool isInGroup = own && group.words & bit;
  if (!own || (apartFrom(block) & bit && !isInGroup)) return true;
  ++thread.counts.refined;
  uint64_t location = withOneUseMore(isInGroup ? group.location : own);
  if (!replaceCell(at, value, location)) leaveSet(readHalf(location));
  leaveGroup(group, bit);
  apartFrom(block) |= bit;
  storeRefined(block, own);
  return false;
}

bool checkWord(const Access& access, uintptr_t word, uint8_t mask, Conflict& conflict) {
  uint64_t *at = cellAt(word), cell = cellApart(access.thread, word);
  bool isWhole = mask == 0xff && !access.isAtomic;
  if (!cell && isWhole && !options.exact) {
    if (replaceNone(access.thread, word, makeCell(access.isWrite ? access.epoch : 0, access.epoch))) return true;
    cell = loadCell(at);
  }
  if (isWhole && isSameSpan(access, cell)) return false;
  if (isWhole && !options.exact) return updateWholeWord(access, at, cell, word, conflict);
  return updateWord(access, word, mask, conflict);
}

static void reportOne(const Access& access, const Conflict::Earlier& conflict) {
  // The bytes that both have in common, as far as the shadow knows them.
  uintptr_t from = conflict.at, to = conflict.at + conflict.bytes;
  if (access.at > from && access.at < to) from = access.at;
  if (access.at + access.bytes < to && access.at + access.bytes > from) to = access.at + access.bytes;
  traceConflict(access.thread, from, to - from, conflict.epoch);
  Side now{
      access.kind, from, to - from, epochOf(access.epoch), access.site, access.at, access.isSparse ? 0 : access.bytes};
  Side earlier{conflict.kind, from, to - from, conflict.epoch, nullptr, 0, 0};
  reportRace(access.thread, now, earlier, access.frame);
}

void reportConflict(const Access& access, const Conflict& conflict) {
  for (unsigned i = 0; i < conflict.count; ++i) reportOne(access, conflict.all[i]);
}

bool checkInBlock(const Access& access, uintptr_t base, uint64_t words) {
  uint64_t *block = blockAt(base), state = loadCell(block);
  if (access.isAtomic || options.exact) return checkWords(access, base, words);
  bool isSame = isSameSpan(access, state) || (!access.isWrite && readHalf(state) == stewardShared);
  bool changed = false;
  uint64_t updated = 0, left = words;
  if (!isSame && !(state & refinedMark)) {
    if (!~words && (WholeBlocks(access).check(block, changed) || checkWhole(access, base, changed))) return changed;
    if (!state) access.thread.counts.refined += replaceCell(block, 0, refinedMark);
    state = loadCell(block);
  }
  if (isSame) {
    if (!(state & refinedMark)) return false;
    left &= __atomic_load_n(&apartFrom(block), __ATOMIC_RELAXED);
    uint64_t grouped = __atomic_load_n(&groupOf(block).words, __ATOMIC_RELAXED);
    isSame = !(words & grouped) && loadCell(block) == state;
  }
  if (!isSame && state != refinedMark)
    left = checkFollowers(access, base, words, updated, changed);
  else if (!isSame && __builtin_popcountll(words) >= most) {
    left = adopt(access, block, cellAt(base), words);
    changed = left != words;
  }
  if (!left) return changed;
  changed |= checkWords(access, base, left);
  if (updated)
    rejoin(block, cellAt(base), left, updated);
  else if (state == refinedMark && __builtin_popcountll(words) >= most)
    compress(access.thread, block, cellAt(base), words);
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
  WholeBlocks blocks(access);
  if (at != first) {
    changed |= checkPart(access, first, byteMask(at - first, 8));
    first += 8;
  }
  for (uintptr_t next; first < last; first = next) {
    uintptr_t base = first & ~(blockBytes - 1);
    next = base + blockBytes < last ? base + blockBytes : last;
    if (next - first == blockBytes && blocks.check(blockAt(base), changed)) continue;
    changed |= checkInBlock(access, base, wordMask(first - base, next - base));
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

// `none`: for cells of words that do not follow the block.
static void forgetInBlock(uintptr_t from, uintptr_t to, uint64_t none) {
  uint64_t* block = blockAt(from);
  if (loadCell(block) == 0) return;
  SpinGuard guard(lockOfBlock(block));
  uintptr_t base = from & ~(blockBytes - 1);
  uint64_t words = wordMask(from - base, to - base);
  bool isWhole = !~words;
  uint64_t state = isWhole ? loadCell(block) : setMark(block), own = state & ~refinedMark;
  if (own && !isWhole) {
    // Where the block goes on to speak of others, these need cells that say nothing.
    apartFrom(block) |= words;
    leaveGroup(groupOf(block), words);
    bool hasFollowers = ~apartFrom(block) | groupOf(block).words;
    if (!hasFollowers) storeRefined(block, own);
    resetCells(from, to, hasFollowers && !none ? virginCell : none);
    if (hasFollowers) storeRefined(block, own);
    return;
  }
  if (state & refinedMark) resetCells(from, to, isWhole ? 0 : none);
  if (!isWhole) return;
  if (readHalf(own) & tagMark) leaveSet(readHalf(own));
  if (own) leaveGroup(groupOf(block), ~uint64_t(0));
  storeCell(block, 0);
  apartFrom(block) = 0;
}

void forgetAccesses(const void* memory, size_t bytes, bool isUsedAgain) {
  if (!bytes) return;
  traceMemory(TraceKind::Forget, memory, bytes);
  uintptr_t at = reinterpret_cast<uintptr_t>(memory);
  uintptr_t end = (at + bytes + 7) & ~uintptr_t(7), first = at & ~uintptr_t(7);
  // What is large is rather gone through in ranges, for which the block can speak if nothing is known.
  const Thread* owner = isUsedAgain && end - first < most * 8 ? stewardCurrentThread : nullptr;
  uint64_t none = owner && owner->slot && !options.exact ? freshCell(owner->slot) : 0;
  for (uintptr_t next; first < end; first = next) {
    next = (first & ~(blockBytes - 1)) + blockBytes;
    if (next > end) next = end;
    forgetInBlock(first, next, none);
  }
  if (bytes >= (isUsedAgain ? returnedOfHeap : returnedBytes)) returnCells(at, end);
}

} // namespace steward::runtime
