// Counted loops over arrays of thread handles: what a loop of joins has ended when it is left.
//
//   for (i = 0; i < n; i++) pthread_create(&t[i], …);
//   for (i = 0; i < n; i++) pthread_join(t[i], …);       // behind this loop all of them have ended
//
// One join of "an element of t" says little; the loop says that every element from its start to its bound was joined,
// once control leaves through the loop's own test (order/counting.h). It ends a fork when the fork's handles lie in
// that range. The way round a loop that has nothing to go over is such a test, too.
#pragma once

#include "order/addresses.h"
#include "order/counting.h"
#include "sharing/origins.h"

#include <map>
#include <memory>
#include <optional>
#include <vector>

namespace steward {

// Where a walk over elements starts or stops: at a number, or so much behind a value of a function, which may be what a
// variable holds.
struct LoopBound {
  std::optional<int64_t> number;
  ValueId value;
  std::optional<ExactAddress> variable;
  InstanceId instance; // of `value`
  int64_t add = 0;
  friend bool operator==(const LoopBound&, const LoopBound&) = default;
};

// Where an array of handles starts: so many bytes into an object, or from wherever a pointer leads.
struct ArrayStart {
  LocationId array; // the points-to location of the elements
  bool isExact = false;
  int64_t offset = 0;
  friend bool operator==(const ArrayStart&, const ArrayStart&) = default;
};

// An element of an array, picked by a variable that a loop moves on by ones, up or down: from `low` up to and without
// `high`.
struct CountedElement {
  ArrayStart array;
  int64_t stride = 0; // in bytes, from one element to the next
  LoopBound first;    // the element of the first round
  LoopBound low, high;
  int64_t step = 1;
  BlockId header;              // of the loop
  std::vector<ExitEdge> exits; // where all of them have been used: behind the loop, or round it when there are none
  bool hasFirst = false;       // the first one is used in any case, also when `high` is not behind it
  bool isTestedBefore = false; // the loop is only entered when there is something to go over
  bool isByItself = false;     // `high` is the loop's own variable, as it is behind the loop
};

class CountedLoops {
public:
  CountedLoops(const PointerAnalysis& pointers, const Reach& reach)
      : pointers_(pointers), reach_(reach), counting_(pointers.program()) {}

  // The element that `address` is, used in `block` of the instance; nothing when no loop goes over its array by ones.
  // With `always`, only when every round of the loop passes through `block`. One for each test that ends the loop.
  std::vector<CountedElement> elements(InstanceId instance, ValueId address, BlockId block, bool always);

  // Whether joining every element that `joined` runs over ends the forks whose handles `site` stores. They must still
  // be where the fork stored them.
  bool covers(const CountedElement& joined, const Fork& fork, ValueId handle);

  // The element that a fork stores its handle in, when it stores one in each round of a loop.
  std::optional<CountedElement> forkedElement(const Fork& fork, ValueId handle);
  std::vector<CountedElement> forkedElements(const Fork& fork, ValueId handle); // one for each test, as above
  // The bytes that the elements are, when they can be told.
  struct Range {
    ObjectId object;
    int64_t low, high;
  };
  std::optional<Range> range(const CountedElement& element) const;
  std::optional<Range> range(const ExactAddress& handle) const;
  // Whether the edge leads into a loop from outside of it.
  bool entersLoop(FunctionId function, BlockId header, BlockId from);

  const std::vector<NaturalLoop>& loopsOf(FunctionId function) { return counting_.loopsOf(function); }
  Counting& counting() { return counting_; }

private:
  std::optional<ArrayStart> arrayStart(InstanceId instance, ValueId value, unsigned depth = 0);
  std::optional<ArrayStart> arrayStartOfParameter(InstanceId instance, LocalId parameter, unsigned depth);
  bool startsAlike(const ArrayStart& a, const ArrayStart& b) const;
  LoopBound bound(InstanceId instance, const NaturalLoop& loop, const Count& count);

  const PointerAnalysis& pointers_;
  const Reach& reach_;
  Counting counting_;
};

} // namespace steward
