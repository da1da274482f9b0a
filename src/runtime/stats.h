// Counts for --stats. Each thread has its own; they are added up at the end.
#pragma once

#include <stdint.h>

namespace steward::runtime {

//        name              what
#define STEWARD_COUNTS(X)                                                                                              \
  X(accesses, "accesses of the program, in code compiled for counting")                                                \
  X(checks, "checks made, in code compiled for counting")                                                              \
  X(slow, "checks that went beyond the inlined comparison")                                                            \
  X(ranges, "ranges")                                                                                                  \
  X(rangeBytes, "bytes in ranges")                                                                                     \
  X(blocks, "whole blocks checked by one cell")                                                                        \
  X(refined, "blocks refined to words")                                                                                \
  X(compressed, "blocks compressed again")                                                                             \
  X(expanded, "words with a list of accesses, or cells for their parts")                                               \
  X(readShared, "words that became read-shared")                                                                       \
  X(keptApart, "words whose reads the threads came to keep each for itself")                                           \
  X(released, "releases")                                                                                              \
  X(spans, "spans of time completed")                                                                                  \
  X(renumbered, "times that spans were numbered anew")                                                                 \
  X(acquired, "acquires")

struct Counts {
#define STEWARD_COUNT(name, what) uint64_t name;
  STEWARD_COUNTS(STEWARD_COUNT)
#undef STEWARD_COUNT
};

} // namespace steward::runtime
