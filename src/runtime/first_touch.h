// The first check of a word in a span, in the usual case: all that is known of it is this thread's or before it. In as
// few instructions as can be, since this is what most of the time of an instrumented program goes to: so short that the
// processor gets to the next access of the program, and fetches its memory, while it still waits for that of this one.
//
// What is only this thread's is changed by a store, as everywhere (word.cpp); a word that is known in parts has a
// detail, which says whose it is (parts.h), so that one which another thread left there is not taken for ours.
#pragma once

#include "runtime/block.h"
#include "runtime/gate.h"
#include "runtime/history.h"
#include "runtime/own_reads.h"
#include "runtime/same_span.h"
#include "runtime/stacks.h"
#include "runtime/trace.h"

namespace steward::runtime {

// Not inlined, and free of cost to its caller: it is not the usual case.
[[gnu::noinline]] __attribute__((preserve_most)) bool isOrderedLocation(const Thread& thread, uint64_t location);

// isSameBeside(), not inlined.
template <bool isWrite>
[[gnu::noinline]] __attribute__((preserve_most)) bool isSameElsewhere(uintptr_t word, uint8_t mask);

// The cell of a word of which nothing is known; not inlined.
template <bool isWrite>
[[gnu::noinline]] __attribute__((preserve_most)) bool touchNew(Thread& thread, uintptr_t word, Half now);

// The same of a word in memory that a thread has just been given.
[[gnu::always_inline]] inline bool touchFresh(uint64_t* at, uint64_t cell, uint64_t touched, Half now) {
  if (!isOfSlot(writeHalf(cell), now)) return replaceCell(at, cell, touched);
  storeCell(at, touched);
  return true;
}

// Some bytes of a word, or all, whatever is known of it; not inlined.
template <bool isWrite>
[[gnu::noinline]] __attribute__((preserve_most)) bool touchParts(Thread& thread, uintptr_t word, uint8_t mask,
                                                                 Half now);

// All bytes of a span's cell have been read, and none written: the word is one location again, if it was one before.
// Not inlined.
[[gnu::noinline]] __attribute__((preserve_most)) void storeWholeRead(Thread& thread, uintptr_t word, uint64_t cell);

// Bytes of a word others of which have been accessed in this span: only the cell changes.
template <bool isWrite>
[[gnu::always_inline]] inline bool touchMoreBytes(Thread& thread, uintptr_t word, uint8_t mask, Half now) {
  uint64_t *at = cellAt(word), cell = loadCell(at);
  if (writeHalf(cell) != (now | spanMarks)) return false;
  cell = withSpanBytes<isWrite>(cell, mask);
  if (!cell) return false;
  if (isWrite && spanWritten(cell) == 0xff) {
    if (cell & beforeIsList) return false;
    cell = makeCell(now, now);
  } else if (!isWrite && spanRead(cell) == 0xff && !spanWritten(cell)) {
    if (!(cell & readsAreBefore)) return false; // it comes to have a set of readers
    storeWholeRead(thread, word, cell);
    return true;
  }
  storeCell(at, cell);
  return true;
}

// The first bytes of a word that are accessed in this span, when the word was one location, and what was read there
// last was this thread's; or nothing is known of it. Not inlined.
template <bool isWrite>
[[gnu::noinline]] __attribute__((preserve_most)) bool touchOwnBytes(Thread& thread, uintptr_t word, uint8_t mask,
                                                                    Half now);

// The same when its cell is of an earlier span of this thread.
template <bool isWrite>
[[gnu::noinline]] __attribute__((preserve_most)) bool touchSpanAgain(Thread& thread, uintptr_t word, uint8_t mask,
                                                                     Half now);

// Bytes of a word that is one location of other threads, all before this; not inlined.
template <bool isWrite>
[[gnu::noinline]] __attribute__((preserve_most)) bool touchBytesOfOther(Thread& thread, uintptr_t word, uint8_t mask,
                                                                        Half now);

// Four bytes, aligned, of a word that is one location, known to other threads too, all before this; not inlined.
template <bool isWrite>
[[gnu::noinline]] __attribute__((preserve_most)) bool touchHalfOfOther(Thread& thread, uintptr_t address, Half now);

// Bytes that this thread and others read in every span, and which from now on each keeps for itself (own_reads.h); not
// inlined.
[[gnu::noinline]] __attribute__((preserve_most)) bool readApart(Thread& thread, uintptr_t word, uint8_t mask, Half now);

// Bytes that this thread and others read in every span, none before the other's, without a list of accesses: the thread
// renews what is known of it, in the cell or behind it. Not inlined.
[[gnu::noinline]] __attribute__((preserve_most)) bool readPartAgain(uintptr_t word, uint8_t mask, Half now);

// Bytes of a word that has a list of accesses; not inlined.
template <bool isWrite>
[[gnu::noinline]] __attribute__((preserve_most)) bool touchListed(Thread& thread, uintptr_t word, uint8_t mask,
                                                                  Half now);

template <bool isWrite>
[[gnu::always_inline]] inline bool touchBytes(Thread& thread, uintptr_t word, uint8_t mask, Half now) {
  if (touchMoreBytes<isWrite>(thread, word, mask, now)) return true;
  uint64_t cell = loadCell(cellAt(word));
  if (isExpandedCell(cell)) return false;
  if (isSpanCell(cell)) {
    if (isOfSlot(writeHalf(cell), now) && touchSpanAgain<isWrite>(thread, word, mask, now)) return true;
    if (!isWrite && hasOtherReads(cell) && (readApart(thread, word, mask, now) || readPartAgain(word, mask, now)))
      return true;
    if (cell & beforeIsList) return touchListed<isWrite>(thread, word, mask, now);
  } else if (mask != 0xff && !(cell & cellMarks)) {
    bool isOwn = !cell || cell == virginCell || isFreshCell(cell) || isOfSlot(readHalf(cell), now);
    if (isOwn ? touchOwnBytes<isWrite>(thread, word, mask, now) : touchBytesOfOther<isWrite>(thread, word, mask, now))
      return true;
  }
  return touchParts<isWrite>(thread, word, mask, now);
}

// Both halves in the cell.
template <bool isWrite>
[[gnu::always_inline]] inline bool touchClose(uint64_t* at, uint64_t cell, uint8_t mask, Half now) {
  uint64_t touched = touchedClose<isWrite>(cell, mask, now);
  if (touched) storeCell(at, touched);
  return touched;
}

// Returns false when there is more to it; nothing has happened then.
template <bool isWrite>
[[gnu::always_inline]] inline bool touchWord(Thread& thread, uintptr_t word, Half now) {
  uint64_t *at = cellAt(word), cell = cellApart(thread, word);
  if (isCloseCell(cell) && touchClose<isWrite>(at, cell, 0xff, now)) return true;
  if (cell & cellMarks) return touchBytes<isWrite>(thread, word, 0xff, now);
  if (!cell) return touchNew<isWrite>(thread, word, now);
  if (!isWrite && writeHalf(cell) == now) return false;
  uint64_t updated = makeCell(isWrite ? now : writeHalf(cell), now);
  if (!isOwnLocation(cell, now)) {
    if (isOrderedLocation(thread, cell)) return replaceCell(at, cell, updated);
    return !isWrite && touchParts<isWrite>(thread, word, 0xff, now);
  }
  storeCell(at, updated);
  return true;
}

// Without a branch on which half it is: that is as good as random in a table.
template <bool isWrite>
[[gnu::always_inline]] inline bool touchSplit(const Thread& thread, uintptr_t address, uint64_t* at, Half now) {
  bool isHigh = address & 4;
  uint64_t *detail = detailAt(address), *place = isHigh ? detail : at, marks = isHigh ? 0 : splitMarks;
  uint64_t found = __atomic_load_n(place, __ATOMIC_RELAXED), location = found & ~marks;
  if ((found & marks) != marks || location & (cellTags | partMarks) || (!isWrite && writeHalf(location) == now))
    return false;
  uint64_t updated = makeCell(isWrite ? now : writeHalf(location), now) | marks;
  if (!isOwnLocation(location, now))
    return isOrderedLocation(thread, location) && replaceCell(place, location | marks, updated);
  storeCell(place, updated);
  return true;
}

// Four bytes, aligned.
template <bool isWrite>
[[gnu::always_inline]] inline bool touchHalf(Thread& thread, uintptr_t address, Half now) {
  uint64_t *at = cellAt(address), cell = cellApart(thread, address);
  bool isHigh = address & 4;
  if (isCloseCell(cell)) {
    if (touchClose<isWrite>(at, cell, isHigh ? 0xf0 : 0x0f, now)) return true;
    if (touchHalfOfOther<isWrite>(thread, address, now)) return true;
  } else if (isSplitCell(cell) && touchSplit<isWrite>(thread, address, at, now))
    return true;
  if (cell & cellTags) return touchBytes<isWrite>(thread, address & ~uintptr_t(7), isHigh ? 0xf0 : 0x0f, now);
  Half mark = isHigh ? highPart : lowPart;
  if (!cell) return touchNew<isWrite>(thread, address, now | mark);
  if (isFreshCell(cell)) return touchFresh(at, cell, makeCell(isWrite ? now | mark : 0, now | mark), now);
  Half write = writeHalf(cell), read = readHalf(cell);
  // In the cell alone, if what is known of the other half is of this span too, or nothing is.
  auto isOfThis = [&](Half half) { return !half || (half & partMarks) == mark; };
  Half otherNow = now | (mark ^ partMarks);
  bool isOwn = isOwnLocation(cell, now);
  uint64_t updated;
  if (isWrite && isOfThis(write) && isOfThis(read))
    updated = makeCell(now | mark, now | mark);
  else if (isWrite && isOfThis(write) && read == now)
    updated = makeCell(now | mark, now);
  else if (isWrite && write == otherNow && (read == otherNow || read == now))
    updated = makeCell(now, now);
  else if (!isWrite && (isOfThis(read) || read == otherNow || read == write)) {
    // (A read in the span of the last write says nothing more than that write does.)
    if (write == now || write == (now | mark)) return false;
    updated = makeCell(write, read == otherNow ? now : now | mark);
  } else {
    auto part = [&](Half half, bool ofThis) {
      Half marks = half & partMarks;
      return marks == 0 || (marks == mark) == ofThis ? half & ~partMarks : 0;
    };
    if (!isOwn && !(cell & cellMarks) && touchHalfOfOther<isWrite>(thread, address, now)) return true;
    if (!isOwn) return touchParts<isWrite>(thread, address & ~uintptr_t(7), isHigh ? 0xf0 : 0x0f, now);
    uint64_t location = makeCell(isWrite ? now : part(write, true), now),
             other = makeCell(part(write, false), part(read, false));
    if (!isWrite && writeHalf(location) == now) return false;
    if (location == other) {
      storeCell(at, location);
      return true;
    }
    uint64_t low = isHigh ? other : location, high = isHigh ? location : other;
    if (uint64_t close = makeCloseCellOf(now, low, high)) {
      storeCell(at, close);
      return true;
    }
    storeCell(detailAt(address), high);
    __atomic_signal_fence(__ATOMIC_SEQ_CST);
    storeCell(at, splitCell(low));
    return true;
  }
  if (!isOwn) {
    if (isOrderedLocation(thread, cell)) return replaceCell(at, cell, updated);
    return !isWrite && touchParts<isWrite>(thread, address & ~uintptr_t(7), isHigh ? 0xf0 : 0x0f, now);
  }
  storeCell(at, updated);
  return true;
}

// All of a location is this thread's, of an earlier span. Of a read it is enough that the last read was: it came after
// the last write, else that would stand in its place, and was compared with it then. (A read of what was written in
// this span is none of these.)
template <bool isWrite>
[[gnu::always_inline]] inline bool isOwnCell(uint64_t location, Half now) {
  constexpr uint64_t slots = uint64_t(slotLimit - 1) << (clockBits + markBits);
  constexpr uint64_t whose = slots << 32 | (isWrite ? slots : 0) | cellMarks;
  return !((location ^ makeCell(now, now)) & whose) && (isWrite || writeHalf(location) != now);
}

// Of which call of the program the check is part. `frame`: of the function that the program called; `stack`: what its
// caller keeps of that (abi.h), or null.
struct Caller {
  uintptr_t pc;
  StackId stack; // 0: there is none to be had
};
[[gnu::always_inline]] inline Caller callerAt(Thread& thread, const uintptr_t* frame, StackId* stack) {
  uintptr_t pc = frame[1] - 1;
  if (stack && *stack) return {pc, *stack};
  const void* caller = callerFrame(thread, frame);
  if (!caller) return {pc, 0};
  StackId known = captureStackAgain(thread, caller);
  if (stack) *stack = known;
  return {pc, known};
}

// Four or eight bytes, aligned, of which only atomic accesses are known; one more, that is not like one before it.
bool touchAtomic(Thread& thread, AccessKind kind, uintptr_t address, size_t bytes, const Site* site, Caller caller);
// An access of which it is known already who made it; like checkAccess() otherwise.
void checkAccessBy(Thread& thread, AccessKind kind, uintptr_t at, size_t bytes, const Site* site, Caller caller);

[[gnu::always_inline]] inline void noteTouch(Thread& thread, EventKind kind, uintptr_t at, size_t bytes,
                                             const Site* site, Caller caller, Half now) {
  thread.epochUsed = true;
  thread.hasChangedSet = false;
  addEvent(thread.history, kind, at, bytes, false, caller.pc, site, now >> markBits, caller.stack);
}
template <bool isWrite>
inline constexpr EventKind touchKind = isWrite ? EventKind::Write : EventKind::Read;

// Whoever goes these ways; null behind the thread's end, too.
[[gnu::always_inline]] inline Thread* lightThread() {
  Thread* thread = stewardCurrentThread;
  return thread && thread->touchesLightly ? thread : nullptr;
}

template <unsigned bytes, bool isWrite>
[[gnu::always_inline]] inline bool touchFirst(uintptr_t address, const Site* site, StackId* stack,
                                              const uintptr_t* frame) {
  Half now = stewardEpoch;
  Thread* light = lightThread();
  if (!now || !light) return false;
  Thread& thread = *light;
  uintptr_t word = address & ~uintptr_t(7);
  uint8_t mask = byteMask(address & 7, (address & 7) + bytes);
  bool isDone = bytes == 8                     ? touchWord<isWrite>(thread, address, now)
                : bytes == 4 && !(address & 3) ? touchHalf<isWrite>(thread, address, now)
                                               : touchBytes<isWrite>(thread, word, mask, now);
  if (!isDone) return false;
  ++thread.counts.slow;
  noteTouch(thread, touchKind<isWrite>, address, bytes, site, callerAt(thread, frame, stack), now);
  return true;
}

// What is done to a word whose cell may have another thread's write in it, before this thread's read. Slots of others
// may be numbered anew: then the gate (gate.h) must not be passed in between. False when it may be.
template <typename Change>
[[gnu::always_inline]] inline bool changeOutside(Thread& thread, Change change) {
  __atomic_store_n(&thread.inTouch, true, __ATOMIC_RELAXED);
  __atomic_signal_fence(__ATOMIC_SEQ_CST);
  bool mayChange = __atomic_load_n(&gateNotice, __ATOMIC_RELAXED) == gateOpen && change();
  __atomic_store_n(&thread.inTouch, false, __ATOMIC_RELEASE);
  return mayChange;
}

// The store for isOwnCell().
template <bool isWrite>
[[gnu::always_inline]] inline bool storeOwn(Thread& thread, uint64_t* place, uint64_t location, uint64_t marks,
                                            Half now) {
  if (isWrite) {
    storeCell(place, makeCell(now, now) | marks);
    return true;
  }
  return changeOutside(thread, [&]() __attribute__((always_inline)) {
    if (loadCell(place) != (location ^ marks)) return false;
    storeCell(place, makeCell(writeHalf(location), now) | marks);
    return true;
  });
}

// All of a word that is this thread's, of an earlier span: touchOwn() for one of many.
template <bool isWrite>
[[gnu::always_inline]] inline bool touchOwnWord(Thread& thread, uintptr_t word, Half now) {
  uint64_t *at = cellAt(word), cell = loadCell(at);
  return isOwnCell<isWrite>(cell, now) && storeOwn<isWrite>(thread, at, cell, 0, now);
}

// Any bytes, some of which or all may have been checked in this span. Mostly a few that lie across two words, of which
// the first was met before, at another address, and the second in part.
template <bool isWrite>
[[gnu::always_inline]] inline bool touchRange(uintptr_t at, size_t bytes, const Site* site, StackId* stack,
                                              const uintptr_t* frame) {
  Half now = stewardEpoch;
  Thread* light = lightThread();
  if (!now || bytes - 1 >= shortRange || isTracing || !light) return false;
  Thread& thread = *light;
  uintptr_t end = at + bytes;
  bool isTouched = false, isDone = true;
  for (uintptr_t word = at & ~uintptr_t(7); word < end; word += 8) {
    uint8_t mask = byteMask(word < at ? unsigned(at - word) : 0, end - word < 8 ? unsigned(end - word) : 8);
    if (isSameHalf<isWrite>(word, mask)) continue;
    if (uint64_t *at64 = cellAt(word), found = loadCell(at64); !isWrite && hasOwnReads(found)) {
      ReadKept kept = keepOwnRead(thread, at64, found, word, mask, now);
      isTouched |= kept == ReadKept::Now;
      if (kept != ReadKept::No) continue;
    }
    if (mask == 0xff && touchOwnWord<isWrite>(thread, word, now)) {
      isTouched = true;
      continue;
    }
    if (!touchMoreBytes<isWrite>(thread, word, mask, now)) {
      if (isSamePart<isWrite>(word, mask)) continue;
      uint64_t cell = loadCell(cellAt(word));
      if (cell & cellTags && !isSplitCell(cell) && mayTellElsewhere(cell, now) && isSameElsewhere<isWrite>(word, mask))
        continue;
      isDone = mask == 0xff                   ? touchWord<isWrite>(thread, word, now)
               : mask == 0x0f || mask == 0xf0 ? touchHalf<isWrite>(thread, word | (mask == 0xf0 ? 4 : 0), now)
                                              : touchBytes<isWrite>(thread, word, mask, now);
      if (!isDone) break;
    }
    isTouched = true;
  }
  if (!isDone) {
    // The slower way goes through all of it again, and is to note it.
    thread.hasChangedSet |= isTouched;
    return false;
  }
  if (!isTouched) return true;
  ++thread.counts.ranges;
  thread.counts.rangeBytes += bytes;
  noteTouch(thread, touchKind<isWrite>, at, bytes, site, callerAt(thread, frame, stack), now);
  return true;
}

// A word whose readers keep what they read each for itself.
[[gnu::always_inline]] inline bool readOwn(uintptr_t address, unsigned bytes, const Site* site, StackId* stack,
                                           const uintptr_t* frame) {
  Half now = stewardEpoch;
  Thread* light = lightThread();
  if (!now || !light) return false;
  Thread& thread = *light;
  uint64_t *at = cellAt(address), cell = loadCell(at);
  if (!hasOwnReads(cell)) return false;
  uint8_t mask = byteMask(address & 7, unsigned(address & 7) + bytes);
  ReadKept kept = keepOwnRead(thread, at, cell, address & ~uintptr_t(7), mask, now);
  if (kept != ReadKept::Now) return kept == ReadKept::Already;
  ++thread.counts.slow;
  noteTouch(thread, EventKind::Read, address, bytes, site, callerAt(thread, frame, stack), now);
  return true;
}

// The most usual of all, with next to nothing else in it: the whole location is this thread's, of an earlier span.
//
// `place` has the location, and marks that belong to it if it is one of a split word.
template <bool isWrite>
[[gnu::always_inline]] inline bool touchOwn(uint64_t* place, uint64_t marks, uintptr_t address, unsigned bytes,
                                            const Site* site, StackId* stack, const uintptr_t* frame) {
  Half now = stewardEpoch;
  uint64_t location = loadCell(place) ^ marks;
  if (!now || !isOwnCell<isWrite>(location, now)) return false;
  Thread* light = lightThread();
  if (!light) return false;
  Thread& thread = *light;
  if (!storeOwn<isWrite>(thread, place, location, marks, now)) return false;
  ++thread.counts.slow;
  noteTouch(thread, touchKind<isWrite>, address, bytes, site, callerAt(thread, frame, stack), now);
  return true;
}

// The usual cases of fewer bytes, which only change the cell, for a function that has made a check before, so that its
// stack is known. With nothing else in it there is little to save.
template <bool isWrite>
[[gnu::always_inline]] inline bool storeTouched(uint64_t* at, uint64_t touched, uintptr_t address, unsigned bytes,
                                                const Site* site, const StackId* stack, const uintptr_t* frame) {
  Half now = stewardEpoch;
  Thread* thread = lightThread();
  if (!touched || !now || !thread || !stack || !*stack) [[unlikely]]
    return false;
  storeCell(at, touched);
  ++thread->counts.slow;
  noteTouch(*thread, touchKind<isWrite>, address, bytes, site, {frame[1] - 1, *stack}, now);
  return true;
}
// A half of a word, both of which are in the cell, or will be.
template <bool isWrite>
[[gnu::always_inline]] inline bool touchOwnHalf(uint64_t* at, uint64_t cell, uintptr_t address, const Site* site,
                                                const StackId* stack, const uintptr_t* frame) {
  uint64_t touched = touchedHalf<isWrite>(cell, address & 4, stewardEpoch);
  return storeTouched<isWrite>(at, touched, address, 4, site, stack, frame);
}
// A half of a word of whose other half nothing is known. As everywhere, of a read it is enough that the last read was
// this thread's.
template <bool isWrite>
[[gnu::always_inline]] inline bool touchOnlyHalf(uint64_t* at, uint64_t cell, uintptr_t address, const Site* site,
                                                 const StackId* stack, const uintptr_t* frame) {
  Half now = stewardEpoch, mark = address & 4 ? highPart : lowPart, write = writeHalf(cell), read = readHalf(cell);
  auto isOwn = [&](Half half) { return !((half ^ now ^ mark) & ~(clockLimit << markBits)); };
  auto isOfHalf = [&](Half half) { return !half || (half & (tagMark | partMarks)) == mark; };
  if (!isOwn(read) || !isOfHalf(write) || !now) return false;
  if (isWrite)
    return (!write || isOwn(write)) &&
           storeTouched<isWrite>(at, makeCell(now | mark, now | mark), address, 4, site, stack, frame);
  Thread* thread = lightThread();
  if (!thread || !stack || !*stack || write == (now | mark)) return false;
  bool isStored = changeOutside(*thread, [&]() __attribute__((always_inline)) {
    if (loadCell(at) != cell) return false;
    storeCell(at, makeCell(write, now | mark));
    return true;
  });
  if (!isStored) return false;
  ++thread->counts.slow;
  noteTouch(*thread, touchKind<isWrite>, address, 4, site, {frame[1] - 1, *stack}, now);
  return true;
}
// Bytes of a word others of which have been accessed in this span; not the last ones of a word.
template <bool isWrite>
[[gnu::always_inline]] inline bool touchOwnSpan(uint64_t* at, uint64_t cell, uintptr_t address, unsigned bytes,
                                                const Site* site, const StackId* stack, const uintptr_t* frame) {
  uint64_t touched = withSpanBytes<isWrite>(cell, uint8_t(((1u << bytes) - 1) << (address & 7)));
  if ((isWrite ? spanWritten(touched) : spanRead(touched)) == 0xff) return false;
  return storeTouched<isWrite>(at, touched, address, bytes, site, stack, frame);
}

// Of a word, or of a half of a split word.
template <unsigned bytes, bool isWrite>
[[gnu::always_inline]] inline bool touchOwn(uintptr_t address, const Site* site, StackId* stack,
                                            const uintptr_t* frame) {
  uint64_t* at = cellAt(address);
  if (bytes == 8) return touchOwn<isWrite>(at, 0, address, bytes, site, stack, frame);
  uint64_t cell = loadCell(at);
  if (bytes != 4 || address & 3) return false;
  if (!isSplitCell(cell) || isCloseCell(cell)) return false;
  bool isHigh = address & 4;
  return touchOwn<isWrite>(isHigh ? detailAt(address) : at, isHigh ? 0 : splitMarks, address, bytes, site, stack,
                           frame);
}

} // namespace steward::runtime
