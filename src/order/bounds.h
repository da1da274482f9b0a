// How often something is executed at most, in the life of the process.
//
//   for (int i = 0; i < 4; i++) pthread_create(&t[i], 0, worker, 0);      what worker does once is done 4 times
//
// Known for what runs once for each run of its thread, outside loops or in one that counts to a number, when the same
// holds of what creates the thread.
#pragma once

#include "order/loops.h"
#include "sharing/origins.h"

#include "llvm/ADT/DenseSet.h"

#include <map>
#include <optional>

namespace steward {

// How often a loop goes round (Counting::rounds), when that is a number.
std::optional<uint64_t> roundsOf(const Walk& walk);

class Bounds {
public:
  Bounds(const PointerAnalysis& pointers, const Reach& reach, const Origins& origins)
      : pointers_(pointers), reach_(reach), origins_(origins), loops_(pointers, reach) {}

  // Of an instruction in a block, by all runs of the origin together; nothing when there is no bound.
  std::optional<uint64_t> executions(OriginId origin, InstanceId instance, BlockId block);

  // How many threads the origin ever stands for, at most.
  std::optional<uint64_t> runs(OriginId origin) { return runsOf(origin); }

  Counting& counting() { return loops_.counting(); }
  const std::vector<NaturalLoop>& loopsOf(FunctionId function) { return loops_.loopsOf(function); }

private:
  std::optional<uint64_t> runsOf(OriginId origin);
  bool isOnceIn(OriginId origin, InstanceId instance); // for each run of the origin
  std::optional<uint64_t> inLoops(InstanceId instance, BlockId block);

  const PointerAnalysis& pointers_;
  const Reach& reach_;
  const Origins& origins_;
  CountedLoops loops_;
  std::map<OriginId, llvm::DenseSet<InstanceId>> once_;
  std::map<OriginId, std::optional<uint64_t>> runs_;
};

} // namespace steward
