// What one thread has read of a word in several earlier spans, in 64 bits: the detail of a span's cell (span_cell.h)
// when the spans are of the same slot, and were all reads but for a write of the whole word before them. Texts that a
// thread goes back to again and again are known in this way, and need no list.
//
//   from the lowest bit on:   1   has a write:1   which span a byte was read in last:3 x 8   steps:9 x 4
//
// Spans are told by how many before the one after it each was, the first by how many before that of the cell; the write
// is the last of them. 7: the byte was not read.
#pragma once

#include "runtime/span_cell.h"

namespace steward::runtime {

inline constexpr uint64_t chainMark = 1, chainWriteMark = 2;
inline constexpr unsigned chainSpans = 4, chainIndexAt = 2, chainIndexBits = 3, chainStepAt = 26, chainStepBits = 9;
inline constexpr unsigned chainNone = (1u << chainIndexBits) - 1;
static_assert(chainIndexAt + 8 * chainIndexBits == chainStepAt && chainStepAt + chainSpans * chainStepBits <= 64);

struct ReadChain {
  Half write;             // 0: none
  Half spans[chainSpans]; // newest first
  uint8_t masks[chainSpans];
  unsigned count;

  // The bytes were read in a span after all of these; false if there are too many.
  bool add(Half span, uint8_t mask) {
    unsigned kept = 0;
    for (unsigned i = 0; i < count; ++i) {
      if (!(masks[i] & ~mask)) continue;
      spans[kept] = spans[i];
      masks[kept++] = masks[i] & ~mask;
    }
    count = kept;
    if (!mask) return true;
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

// Of a detail with chainMark, behind a cell of this span.
inline ReadChain readChain(Half epoch, uint64_t detail) {
  ReadChain chain{};
  unsigned spans = 0;
  for (unsigned byte = 0; byte < 8; ++byte) {
    unsigned index = unsigned(detail >> (chainIndexAt + byte * chainIndexBits)) & chainNone;
    if (index >= chainSpans) continue;
    chain.masks[index] |= uint8_t(1 << byte);
    if (index >= spans) spans = index + 1;
  }
  auto step = [&](unsigned i) {
    return (Half(detail >> (chainStepAt + i * chainStepBits)) & ((1u << chainStepBits) - 1)) << markBits;
  };
  for (unsigned i = 0; i < spans; ++i) chain.spans[i] = epoch -= step(i);
  if (detail & chainWriteMark && spans < chainSpans) chain.write = epoch - step(spans);
  chain.count = spans;
  return chain;
}

// 0: it does not fit.
inline uint64_t makeChain(Half epoch, const ReadChain& chain) {
  uint64_t detail = chainMark;
  for (unsigned byte = 0; byte < 8; ++byte) {
    uint64_t index = chainNone;
    for (unsigned i = 0; i < chain.count; ++i)
      if (chain.masks[i] >> byte & 1) index = i;
    detail |= index << (chainIndexAt + byte * chainIndexBits);
  }
  auto add = [&](unsigned i, Half span) {
    uint64_t step = (epoch - span) >> markBits;
    epoch = span;
    detail |= step << (chainStepAt + i * chainStepBits);
    return step < 1u << chainStepBits;
  };
  for (unsigned i = 0; i < chain.count; ++i)
    if (!add(i, chain.spans[i])) return 0;
  if (!chain.write) return detail;
  detail |= chainWriteMark;
  return chain.count < chainSpans && add(chain.count, chain.write) ? detail : 0;
}

} // namespace steward::runtime
