// Loops over a whole container that wait for every thread in it.
//
//   for (auto& t : threads) t.join();                          a pointer runs from where the vector starts to its end
//   for (size_t i = 0; i < threads.size(); i++) threads[i].join();
//   for (auto& f : futures) f.get();
//
// Behind such a loop no element of the container has a thread that runs. That it is the whole container shows in where
// its bounds come from: from two members of one object, as those of a std::vector, or from the ends of an array.
#pragma once

#include "order/loops.h"
#include "order/owners.h"

namespace steward {

struct Sweep {
  BlockId header;
  unsigned exit = 0; // the successor of the header that leaves the loop when all has been seen
  BlockId after;     // that block
  std::vector<BlockId> blocks;
  std::vector<LocationId> places; // where the handles lie
};

class Sweeps {
public:
  Sweeps(const PointerAnalysis& pointers, const Reach& reach, CountedLoops& loops, Roots& roots, Owners& owners)
      : pointers_(pointers), reach_(reach), loops_(loops), roots_(roots), owners_(owners) {}

  // Those of a function, found once.
  llvm::ArrayRef<Sweep> of(InstanceId instance);

  // Whether the loop may start threads of the fork itself.
  bool mayFork(const Sweep& sweep, InstanceId instance, const Fork& fork);

private:
  // A variable that goes over elements, one in each round of a loop.
  struct Iteration {
    ValueId begin, end; // pointers; no end when so many bytes are gone over
    unsigned exit = 0;
    int64_t bytes = 0;
    bool isChain = false; // by the links of a list
  };
  struct Wait {
    BlockId block;
    ValueId handle;       // its address, or
    int64_t distance = 0; // so many bytes behind it
    bool isTest = false;  // there is no waiting, only a question whether there is a thread
  };
  std::vector<Wait> waits(InstanceId instance);
  bool isOfThread(InstanceId instance, ValueId handle) const;
  // Whether a function waits for what lies behind a parameter, and how many bytes behind.
  std::optional<int64_t> waitsFor(InstanceId callee, LocalId parameter, unsigned depth);
  std::optional<Iteration> iteration(InstanceId instance, const NaturalLoop& loop, ValueId element);
  std::optional<Iteration> byPointer(InstanceId instance, const NaturalLoop& loop, LocalId pointer, int64_t direction);
  std::optional<Iteration> byIndex(InstanceId instance, const NaturalLoop& loop, const Instruction& index);
  bool isWhole(InstanceId instance, const NaturalLoop& loop, const Iteration& iteration, BlockId after);
  bool isAlways(InstanceId instance, llvm::ArrayRef<BlockId> region, BlockId from, BlockId back,
                llvm::ArrayRef<Wait> waits);

  const PointerAnalysis& pointers_;
  const Reach& reach_;
  CountedLoops& loops_;
  Roots& roots_;
  Owners& owners_;
  std::map<InstanceId, std::vector<Sweep>> sweeps_;
  std::map<std::pair<InstanceId, LocalId>, std::optional<int64_t>> waitsFor_;
};

// The variable that a condition asks whether it is zero, and the truth value that says so; an invalid address when it
// asks something else.
struct ZeroTest {
  ValueId address;
  InstructionId load;
  bool whenTrue = false;
};
ZeroTest zeroTest(const Program& program, const Function& function, ValueId condition);

} // namespace steward
