// Code that only one of several threads runs.
//
//   if (id == 0) total = sum(parts);                                       the thread with the number 0
//   if (pthread_barrier_wait(&b) == PTHREAD_BARRIER_SERIAL_THREAD) …       the one that a barrier tells to
//
// An access is guarded by the tests that every way to it has passed, in its function and in those that call it, up to
// the start of the thread. Two threads of one fork differ in the round of the loop that created them; when what their
// guards say about their numbers cannot be true of two different rounds, one of them is not there (symbolic.h tells
// what a value is in terms of the round, affine.h whether it can be so). A thread whose guards cannot be true at all is
// never there.
//
// A barrier that takes all who wait for it (order/barriers.h) tells one thread in each round; that one is alone with it
// as long as it has not passed another wait of the barrier.
#pragma once

#include "race/parts.h"

#include <map>
#include <set>

namespace steward {

class Chosen {
public:
  Chosen(const PointerAnalysis& pointers, const OrderAnalysis& order, Concurrency& concurrency, Parts& parts)
      : pointers_(pointers), program_(pointers.program()), order_(order), concurrency_(concurrency), parts_(parts),
        s_(parts.scopes()) {}

  // The same number for accesses with the same guards; 0 for those without any.
  uint32_t of(const SharedAccess& access, PointId point);
  // Of accesses by two threads: whether both cannot be.
  bool areApart(uint32_t a, uint32_t b);

private:
  // That `left compare right`, for two values of a scope as an instruction there sees them.
  struct Guard {
    ScopeId scope;
    ValueId left, right; // an invalid one is 0
    CompareKind compare;
    InstructionId at;
  };
  struct Way {
    ScopeId scope; // of the access
    std::vector<Guard> guards;
  };
  struct Chain {
    OriginId origin;
    std::vector<Way> ways;    // one for each chain of calls
    std::set<CallSite> alone; // waits that told the thread to go on alone, on every way
  };
  // What is at least 0 for a thread that is there.
  struct Known {
    std::vector<Polynomial> facts;
    bool isNever = false;
  };
  std::optional<Chain> find(const SharedAccess& access, PointId point);
  void addGuards(ScopeId scope, InstructionId at, PointId point, Way& way, std::set<CallSite>& alone);
  void addCondition(ScopeId scope, ValueId condition, bool truth, InstructionId at, Way& way, unsigned depth = 0);
  bool isAlone(CallSite wait, PointId point, ValueId condition, bool truth) const;
  std::vector<Polynomial> factsOf(Evaluator& evaluator, const Way& way, AtomId round);
  bool areApart(OriginId a, const Way& x, OriginId b, const Way& y);
  bool areContrary(const std::vector<Polynomial>& facts);

  const PointerAnalysis& pointers_;
  const Program& program_;
  const OrderAnalysis& order_;
  Concurrency& concurrency_;
  Parts& parts_;
  Scopes& s_;
  std::map<std::tuple<OriginId, InstanceId, BlockId, std::vector<Phase>>, uint32_t> numbers_;
  std::vector<Chain> chains_;
  std::map<std::pair<uint32_t, uint32_t>, bool> known_;
};

} // namespace steward
