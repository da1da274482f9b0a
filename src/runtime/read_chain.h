// What one thread has read of a word in several earlier spans, in 64 bits: behind a span's cell (span_cell.h) when
// the spans are of one slot, and were all reads but for a write of the whole word before them. Texts that a thread
// goes back to again and again are known in this way, and need no list.
//
//   from the lowest bit on:   1   has a write:1   which span a byte was read in last:2 x 8   epoch:29   steps:8, 9
//
// The epoch is that of the newest span; a step is how many spans before it the next one was, and the write is the last
// of them. 3: the byte was not read.
#pragma once

#include "runtime/span_cell.h"

namespace steward::runtime {

inline constexpr uint64_t chainMark = 1, chainWriteMark = 2;
inline constexpr unsigned chainSpans = 3; // with the write
inline constexpr unsigned chainIndexAt = 2, chainIndexBits = 2, chainNone = 3;
inline constexpr unsigned chainEpochAt = chainIndexAt + 8 * chainIndexBits;
inline constexpr unsigned chainStepAt[] = {0, chainEpochAt + slotBits + clockBits, 55};
inline constexpr unsigned chainStepBits[] = {0, 8, 9};
static_assert(chainStepAt[1] + chainStepBits[1] == chainStepAt[2] && chainStepAt[2] + chainStepBits[2] == 64);

struct ReadChain {
  Half write;             // 0: none
  Half spans[chainSpans]; // newest first
  uint8_t masks[chainSpans];
  unsigned count;

  // The bytes are not as they were read before.
  void remove(uint8_t mask) {
    unsigned kept = 0;
    for (unsigned i = 0; i < count; ++i) {
      if (!(masks[i] & ~mask)) continue;
      spans[kept] = spans[i];
      masks[kept++] = masks[i] & ~mask;
    }
    count = kept;
  }
  // The bytes were read in a span after all of these; false if there are too many.
  bool add(Half span, uint8_t mask) {
    remove(mask);
    if (count == chainSpans) return false;
    for (unsigned i = count++; i; --i) {
      spans[i] = spans[i - 1];
      masks[i] = masks[i - 1];
    }
    spans[0] = span;
    masks[0] = mask;
    return true;
  }
};

// Of a detail with chainMark.
inline ReadChain readChain(uint64_t detail) {
  ReadChain chain{};
  for (unsigned byte = 0; byte < 8; ++byte) {
    unsigned index = unsigned(detail >> (chainIndexAt + byte * chainIndexBits)) & chainNone;
    if (index == chainNone) continue;
    chain.masks[index] |= uint8_t(1 << byte);
    if (index >= chain.count) chain.count = index + 1;
  }
  auto epoch = Epoch(detail >> chainEpochAt) & ((1u << (slotBits + clockBits)) - 1);
  for (unsigned i = 0; i < chainSpans; ++i) {
    epoch -= unsigned(detail >> chainStepAt[i]) & ((1u << chainStepBits[i]) - 1);
    if (i < chain.count)
      chain.spans[i] = epoch << markBits;
    else if (i == chain.count && detail & chainWriteMark)
      chain.write = epoch << markBits;
  }
  return chain;
}

// 0: it does not fit, or there is nothing in it.
inline uint64_t makeChain(const ReadChain& chain) {
  uint64_t detail = chainMark | (chain.write ? chainWriteMark : 0);
  for (unsigned byte = 0; byte < 8; ++byte) {
    uint64_t index = chainNone;
    for (unsigned i = 0; i < chain.count; ++i)
      if (chain.masks[i] >> byte & 1) index = i;
    detail |= index << (chainIndexAt + byte * chainIndexBits);
  }
  unsigned all = chain.count + (chain.write ? 1 : 0);
  if (!all || all > chainSpans) return 0;
  auto epoch = [&](unsigned i) { return epochOf(i < chain.count ? chain.spans[i] : chain.write); };
  detail |= uint64_t(epoch(0)) << chainEpochAt;
  for (unsigned i = 1; i < all; ++i) {
    uint64_t step = epoch(i - 1) - epoch(i);
    if (step >> chainStepBits[i]) return 0;
    detail |= step << chainStepAt[i];
  }
  return detail;
}

} // namespace steward::runtime
