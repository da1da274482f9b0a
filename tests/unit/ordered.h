// Runs everything up to the order analysis on a program text, and answers questions about points that the text marks
// with `opaque NAME`: which locks are held there, which threads may be running.
#pragma once

#include "analysed.h"

#include "order/order.h"
#include "sharing/origins.h"

namespace steward {

class Ordered : public Analysed {
public:
  explicit Ordered(const std::string& text, llvm::StringRef context = "origin:1")
      : Analysed(text, context), reach(pointers), origins(pointers, reach),
        everything(static_cast<unsigned>(program.instructions.size()), true),
        order(pointers, reach, origins, everything) {}

  const Reach reach;
  const Origins origins;
  const llvm::BitVector everything;
  const OrderAnalysis order;

  struct Point {
    OriginId origin;
    StateId state;
    HandedId handed;
  };

  // How the marked place is executed, in every origin.
  std::vector<Point> pointsAt(llvm::StringRef mark) const {
    std::vector<Point> result;
    for (uint32_t n = 0; n < program.instructions.size(); ++n) {
      const Instruction& i = program.instructions[InstructionId(n)];
      if (i.opcode != Opcode::Opaque || program.text(StringId(static_cast<uint32_t>(i.immediate))) != mark) continue;
      for (uint32_t o = 0; o < origins.size(); ++o)
        for (InstanceId instance : origins.instancesOf(OriginId(o)))
          for (const Execution& e : order.executions(OriginId(o), instance, InstructionId(n)))
            result.push_back({OriginId(o), e.state, e.handed});
    }
    return result;
  }

  bool isReached(llvm::StringRef mark) const { return !pointsAt(mark).empty(); }

  // The locks that are surely held whenever the mark is passed: "m", "rw (shared)".
  Names locksAt(llvm::StringRef mark) const {
    auto points = pointsAt(mark);
    EXPECT_FALSE(points.empty()) << mark.str() << " is not reached";
    std::optional<Names> common;
    for (const Point& p : points) {
      Names here;
      for (const HeldLock& held : order.states()[p.state].locks)
        if (!held.pending) here.insert(lockName(held));
      Names both;
      if (common)
        std::set_intersection(common->begin(), common->end(), here.begin(), here.end(),
                              std::inserter(both, both.end()));
      common = common ? both : here;
    }
    return common.value_or(Names());
  }

  // The threads that may be running at the mark; "worker*" when several of one fork may.
  Names runningAt(llvm::StringRef mark) const {
    Names result;
    EXPECT_TRUE(isReached(mark)) << mark.str();
    for (const Point& p : pointsAt(mark))
      for (const RunningFork& r : order.states()[p.state].running)
        for (OriginId origin : origins[r.fork].origins)
          result.insert(program.text(pointers.functionOf(origins[origin].entry).name).str() + (r.isMany ? "*" : ""));
    return result;
  }

private:
  std::string lockName(const HeldLock& held) const {
    std::string name;
    uint64_t offset = 0;
    if (const ExactAddress* address = order.locks().addressOf(held.lock)) {
      name = nameOf(address->object);
      offset = address->offset;
    } else if (const RelativeLock* relative = order.locks().relativeOf(held.lock)) {
      // Relative to a value: "*p", "*p+8".
      name =
          "*" +
          program.text(program.local(program.functions[relative->function], relative->address.root.local()).name).str();
      offset = static_cast<uint64_t>(relative->address.offset);
    } else {
      name = *order.locks().nameOf(held.lock);
    }
    if (offset) name += "+" + std::to_string(offset);
    return held.mode == LockMode::Shared ? name + " (shared)" : name;
  }
};

} // namespace steward
