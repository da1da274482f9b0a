// Counted loops over arrays of thread handles: what a loop of joins has ended when it is left.
//
//   for (i = 0; i < n; i++) pthread_create(&t[i], …);
//   for (i = 0; i < n; i++) pthread_join(t[i], …);       // behind this loop all of them have ended
//
// One join of "an element of t" says little; the loop says that every element from its start to its bound was joined,
// once control leaves through the loop's own test. It ends a fork when the fork's handles lie in that range.
#pragma once

#include "order/addresses.h"
#include "sharing/origins.h"

#include <map>
#include <memory>
#include <optional>
#include <vector>

namespace steward {

// Where a counter stops: at a number, at a value of the same function, or at what a variable holds.
struct LoopBound {
  std::optional<int64_t> number;
  ValueId value;
  std::optional<ExactAddress> variable;
  InstanceId instance; // of `value`
  bool isInclusive = false;
};

// Where an array of handles starts: so many bytes into an object, or from wherever a pointer leads.
struct ArrayStart {
  LocationId array; // the points-to location of the elements
  bool isExact = false;
  int64_t offset = 0;
  friend bool operator==(const ArrayStart&, const ArrayStart&) = default;
};

// An element of an array, picked by the counter of a loop that runs from `start` by ones.
struct CountedElement {
  ArrayStart array;
  int64_t stride = 0; // in bytes, from one element to the next
  int64_t start = 0;
  LoopBound bound;
  BlockId header; // of the loop
};

struct NaturalLoop {
  BlockId header;
  std::vector<BlockId> blocks;  // sorted
  std::vector<BlockId> latches; // the sources of the edges back
  bool contains(BlockId b) const;
};

class CountedLoops {
public:
  CountedLoops(const PointerAnalysis& pointers, const Reach& reach) : pointers_(pointers), reach_(reach) {}

  // The element that `address` is, computed in `block` of the instance; nothing when its index is no loop counter. With
  // `always`, only when every round of the loop passes through `block`.
  std::optional<CountedElement> element(InstanceId instance, ValueId address, BlockId block, bool always);

  // Whether joining every element that `joined` runs over ends the forks whose handles `site` stores. They must still
  // be where the fork stored them.
  bool covers(const CountedElement& joined, const Fork& fork, ValueId handle);

  // The element that a fork stores its handle in, when it stores one in each round of a loop.
  std::optional<CountedElement> forkedElement(const Fork& fork, ValueId handle);
  // The bytes that the elements are, when they can be told.
  struct Range {
    ObjectId object;
    int64_t low, high;
  };
  std::optional<Range> range(const CountedElement& element) const;
  std::optional<Range> range(const ExactAddress& handle) const;
  // Whether the edge leads into a loop from outside of it.
  bool entersLoop(FunctionId function, BlockId header, BlockId from);

  const std::vector<NaturalLoop>& loopsOf(FunctionId function); // inner ones first

private:
  std::optional<ArrayStart> arrayStart(InstanceId instance, ValueId value, unsigned depth = 0);
  std::optional<ArrayStart> arrayStartOfParameter(InstanceId instance, LocalId parameter, unsigned depth);
  bool startsAlike(const ArrayStart& a, const ArrayStart& b) const;
  std::optional<LoopBound> bound(InstanceId instance, ValueId value);

  const PointerAnalysis& pointers_;
  const Reach& reach_;
  std::map<FunctionId, std::vector<NaturalLoop>> loops_;
};

// The value behind copies (integer conversions and the like).
ValueId stripCopies(const Program& program, const Function& function, ValueId value);

} // namespace steward
