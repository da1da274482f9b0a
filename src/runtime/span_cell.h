// Cells that speak of one span of one thread, and of which bytes of the word it accessed:
//
//   low half    the span's epoch, spanMarks
//   high half   read:8 written:8 age:8 flags:5 spanMarks
//
// A byte that was written counts as read, too. What was known of the word before the span, if anything, is in the
// detail: as the cell that it was then, a location (W, R) or a cell of this kind; or, if it was more than that, as a
// chain of reads (read_chain.h) or a list (byte_list.h). It counts for the bytes that the span has not accessed since;
// the writes in it also for those that it has only read. If it was no more than a write of the whole word by the same
// thread, not long ago, how many spans before it is the cell's age, and the detail is not needed.
//
//   short s; char c;    s = 1;  unlock;  c = 2;      cell: span 2, byte 2     detail: span 1, bytes 0 and 1
//   long l;              l = 1;  unlock;  read a byte of l;    cell: span 2, the byte, age 1
//
// So the fields of a structure and the letters of a text need no other line of the cache than whole words do, as long
// as one thread uses them in one span: whether an access is one that was made already, and adding one more byte, takes
// the cell alone; the inlined comparison looks at it too. Nor do they need a lock: what one thread changes is one word.
// The detail says of itself what it is; whatever two threads leave there at the same moment did happen.
#pragma once

#include "runtime/cell.h"

namespace steward::runtime {

inline constexpr uint64_t hasBefore = uint64_t(1) << 35; // the detail has what was known before
// All writes, and all reads, that were known before the span happened before it.
inline constexpr uint64_t writesAreBefore = uint64_t(1) << 36, readsAreBefore = uint64_t(1) << 37;
inline constexpr uint64_t allIsBefore = writesAreBefore | readsAreBefore;
inline constexpr uint64_t beforeIsList = uint64_t(1) << 38;  // byte_list.h
inline constexpr uint64_t beforeIsChain = uint64_t(1) << 39; // read_chain.h

// How many spans before this one its slot wrote all of the word, if that is what was known before; all of it is before
// the span then, and there is none of the other flags for what is in the detail. 0: it is not so.
inline constexpr unsigned spanAgeAt = 40, spanAgeBits = 8;
inline constexpr uint32_t spanAgeMost = (1u << spanAgeBits) - 1;
static_assert(spanAgeAt + spanAgeBits == spanWrittenAt);

inline uint8_t spanRead(uint64_t cell) { return uint8_t(cell >> spanReadAt); }
inline uint8_t spanWritten(uint64_t cell) { return uint8_t(cell >> spanWrittenAt); }
inline Half spanEpoch(uint64_t cell) { return writeHalf(cell) & ~spanMarks; }

inline uint32_t spanAge(uint64_t cell) { return uint32_t(cell >> spanAgeAt) & spanAgeMost; }
// The write that a cell's age tells of; 0: it has none.
inline Half agedWrite(uint64_t cell) {
  uint32_t age = spanAge(cell);
  return age ? spanEpoch(cell) - (age << markBits) : 0;
}
// A write in an earlier span of the slot as an age in the cell of this one. 0: it is too old.
inline uint64_t ageOf(Half write, Half now) {
  uint32_t age = (now - write) >> markBits;
  return age <= spanAgeMost ? uint64_t(age) << spanAgeAt : 0;
}

// The same cell when spans have other numbers (renumbering.h): they come nearer to each other, and those of the age and
// of the cell may be one.
template <typename Number>
uint64_t renumberedSpan(uint64_t cell, Number number) {
  Half epoch = number(epochOf(spanEpoch(cell))) << markBits;
  uint64_t rest = cell & ~uint64_t(~Half(0)) & ~(uint64_t(spanAgeMost) << spanAgeAt);
  uint64_t renumbered = rest | spanMarks | epoch;
  if (!spanAge(cell)) return renumbered;
  Half write = number(epochOf(agedWrite(cell))) << markBits;
  return write == epoch ? makeCell(epoch, epoch) : renumbered | ageOf(write, epoch);
}

// Whether an epoch is of the same thread's slot as another; whatever their marks.
inline bool isOfSlot(Half half, Half now) { return !((half ^ now) >> (clockBits + markBits)); }

// Behind a span's cell there are reads that are not before it: several threads read the word in parts.
inline bool hasOtherReads(uint64_t cell) { return (cell & (hasBefore | readsAreBefore)) == hasBefore; }
// Whether other than the cell may tell that the thread has accessed bytes in its current span: they are in the cell if
// that is of its own spans.
inline bool mayTellElsewhere(uint64_t cell, Half now) {
  return !isSpanCell(cell) || ((cell & beforeIsList || hasOtherReads(cell)) && !isOfSlot(writeHalf(cell), now));
}

// `read` has the bytes that were written, too.
inline uint64_t makeSpanCell(Half epoch, uint8_t read, uint8_t written, uint64_t flags) {
  return uint64_t(read) << spanReadAt | uint64_t(written) << spanWrittenAt | flags | uint64_t(spanMarks) << 32 |
         spanMarks | epoch;
}
template <bool isWrite>
[[gnu::always_inline]] inline uint64_t makeSpanCell(Half now, uint8_t mask, uint64_t flags) {
  return makeSpanCell(now, mask, isWrite ? mask : 0, flags);
}

// The bytes were accessed in this way in the span of the epoch.
template <bool isWrite>
[[gnu::always_inline]] inline bool isInSpan(uint64_t cell, uint8_t mask, Half now) {
  return writeHalf(cell) == (now | spanMarks) && !(~cell & uint64_t(mask) << (isWrite ? spanWrittenAt : spanReadAt));
}

// Bytes more, in the same span. 0: they have to be compared with what was before.
template <bool isWrite>
[[gnu::always_inline]] inline uint64_t withSpanBytes(uint64_t cell, uint8_t mask) {
  constexpr uint64_t needed = isWrite ? allIsBefore : writesAreBefore;
  if ((cell & needed) != needed) return 0;
  return cell | uint64_t(mask) << spanReadAt | (isWrite ? uint64_t(mask) << spanWrittenAt : 0);
}

// First what was before, then the cell that says that it is there.
inline void storeSpan(uint64_t* at, uintptr_t word, uint64_t cell, uint64_t before) {
  storeCell(detailAt(word), before);
  __atomic_signal_fence(__ATOMIC_SEQ_CST);
  storeCell(at, cell);
}

// What was known before the span, as far as it still counts: one write and one read, each of some bytes.
struct Before {
  Half write, read;
  uint8_t written, wasRead;
};
// The detail may be another thread's, of another kind, and then it says nothing here.
inline Before beforeSpan(uint64_t cell, uint64_t detail) {
  Before before{};
  uint8_t written = spanWritten(cell), superseded = cell & readsAreBefore ? spanRead(cell) : written;
  if (Half write = agedWrite(cell)) {
    before.write = before.read = write;
    before.written = ~written;
    return before;
  }
  if (!(cell & hasBefore) || cell & beforeIsChain) return before;
  if (isSpanCell(detail)) {
    before.write = before.read = spanEpoch(detail);
    before.written = spanWritten(detail) & ~written;
    before.wasRead = spanRead(detail) & ~spanWritten(detail) & ~superseded;
  } else if (!(detail & cellMarks) && !(cell & (beforeIsList | beforeIsChain))) {
    before.write = writeHalf(detail), before.read = readHalf(detail);
    before.written = before.write ? ~written : 0;
    before.wasRead = before.read && before.read != before.write ? ~superseded : 0;
  }
  return before;
}

// The detail for what was before; 0: it has no such form.
inline uint64_t detailFor(uint64_t cell, const Before& before) {
  if (!before.written && !before.wasRead) return 0;
  auto isLike = [&](uint64_t detail) {
    Before found = beforeSpan(cell | hasBefore, detail);
    return found.written == before.written && found.wasRead == before.wasRead &&
           (!found.written || found.write == before.write) && (!found.wasRead || found.read == before.read);
  };
  Half write = before.written ? before.write : 0, read = before.wasRead ? before.read : write;
  if (uint64_t whole = makeCell(write, read); isLike(whole)) return whole;
  uint64_t span = makeSpanCell(read, before.written | before.wasRead, before.written, allIsBefore);
  return isLike(span) ? span : 0;
}

} // namespace steward::runtime
