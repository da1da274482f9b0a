// Conditions that decide whether a lock is taken, so that tests of one condition come out alike.
//
//   if (threaded) lock(&m);        the lock is held if `threaded`
//   …
//   if (threaded) count++;         and here it is
//   if (threaded) unlock(&m);
//
// A condition is a test of a value that does not change: of a value of a function (SSA: until it is computed anew), of
// what a function returns, or of a variable that is *settled*: written, if at all, only before the first thread is
// created. States know which conditions are true, and keep locks that are held if one is (GuardedLock). Only tests that
// decide whether a lock is taken or given back are looked at, in functions where that makes a difference
// (order/balance.h).
//
// A thread knows what was known of settled variables where it was created: `if (threaded) pthread_create(…)`.
#pragma once

#include "order/addresses.h"
#include "order/balance.h"
#include "order/counting.h"
#include "order/roots.h"
#include "sharing/origins.h"

#include "llvm/ADT/BitVector.h"
#include "llvm/ADT/STLFunctionalExtras.h"

#include <map>
#include <optional>
#include <set>
#include <vector>

namespace steward {

// What is tested.
struct Subject {
  enum Kind : uint8_t { Value, Memory, Result } kind = Value;
  FunctionId function; // Value: of that function; Result: what the function returns
  ValueId value;
  ExactAddress address;
  friend auto operator<=>(const Subject&, const Subject&) = default;
};

// Whether it equals a number, or is less than one.
struct NumberTest {
  bool isLess = false;
  bool isUnsigned = false; // Less: the comparison
  int64_t bound = 0;
  friend auto operator<=>(const NumberTest&, const NumberTest&) = default;
  bool of(int64_t number) const;
};

struct Condition {
  Subject subject;
  NumberTest test;
  friend auto operator<=>(const Condition&, const Condition&) = default;
};

class Conditions {
public:
  using Uses = Balance::Uses;

  Conditions(const PointerAnalysis& pointers, const Reach& reach, const Origins& origins, Roots& roots,
             Counting& counting)
      : pointers_(pointers), program_(pointers.program()), reach_(reach), origins_(origins), roots_(roots),
        counting_(counting) {}
  void find(const Balance& balance, Uses uses);

  bool empty() const { return conditions_.empty(); }
  const Condition& operator[](ConditionId id) const { return conditions_[id]; }

  // What is true when control leaves a block of the instance by its successor of that number.
  const std::vector<Literal>& onEdge(InstanceId instance, BlockId block, unsigned successor);
  // Whether taking the edge says something, or gives a value that is tested.
  bool saysSomething(InstanceId instance, BlockId from, BlockId to, unsigned successor);
  // Whether the choice at the end of the block is one between locks and none.
  bool isDeciding(InstanceId instance, BlockId block) const { return deciding_.count({instance, block}) != 0; }
  // Whether the function itself decides by it, so that it is worth telling it: its states are kept apart by that.
  bool isTold(ConditionId id) const { return told_.count(id) != 0; }
  // What is true of a value that is a number.
  std::vector<Literal> ofNumber(const Subject& subject, int64_t number) const;
  // The conditions about something.
  llvm::ArrayRef<ConditionId> about(const Subject& subject) const;
  // The same test of another value; nothing when it is not among the conditions. A number decides it.
  struct Same {
    std::optional<Literal> literal;
    std::optional<bool> decided;
  };
  Same same(InstanceId instance, ValueId value, Literal of);
  Subject subjectOf(InstanceId instance, ValueId value);
  static Subject resultOf(FunctionId function) { return {Subject::Result, function, {}, {}}; }
  // The conditions that giving a local of the function a new value makes others.
  llvm::ArrayRef<ConditionId> dependingOn(FunctionId function, LocalId local) const;

  // Settled variables: whether a call of the instance may write what a condition is about, or tests it.
  bool mayWrite(InstanceId instance, ConditionId id) const { return isIn(writers_, instance, id); }
  bool mayTest(InstanceId instance, ConditionId id) const { return isIn(testers_, instance, id); }
  // What an instruction that writes memory makes of conditions: those that it may change, and what it makes true.
  struct Written {
    std::vector<ConditionId> changed;
    std::vector<Literal> known;
  };
  const Written* writtenBy(InstanceId instance, InstructionId instruction) const;
  // What is true of settled variables when an origin begins.
  const std::vector<Literal>& atEntry(OriginId origin) const { return atEntry_[origin.index]; }

private:
  struct Test {
    Subject subject;
    NumberTest test;
    bool truth = true;
  };
  using InstanceSets = std::map<ExactAddress, llvm::BitVector>;

  std::optional<Test> testOf(InstanceId instance, ValueId condition, bool truth, unsigned depth = 0);
  std::vector<Test> testsOnEdge(InstanceId instance, BlockId block, unsigned successor);
  std::vector<BlockId> deciding(InstanceId instance, const Balance& balance, Uses uses);
  void findSettled(const Balance& balance, Uses uses);
  void findForked();
  bool mayFork(InstanceId instance, InstructionId i) const;
  void findValues(const Balance& balance, Uses uses);
  void addSources(InstanceId instance, ValueId value, NumberTest test, const Balance& balance, unsigned depth = 0);
  void findEntries();
  bool isIn(const InstanceSets& sets, InstanceId instance, ConditionId id) const;
  ConditionId intern(const Condition& condition);
  const Instruction* definitionOf(InstanceId instance, ValueId value) const;
  bool isTruth(InstanceId instance, ValueId value) const;

  const PointerAnalysis& pointers_;
  const Program& program_;
  const Reach& reach_;
  const Origins& origins_;
  Roots& roots_;
  Counting& counting_;
  IdVector<ConditionId, Condition> conditions_;
  std::map<Condition, ConditionId> ids_;
  std::map<Subject, std::vector<ConditionId>> about_;
  llvm::DenseMap<std::pair<FunctionId, LocalId>, std::vector<ConditionId>> depending_;
  llvm::DenseMap<BlockId, bool> hasPhi_; // of a tested value
  std::map<std::tuple<InstanceId, BlockId, unsigned>, std::vector<Literal>> edges_;
  // Variables that may be settled, with the bytes that are tested. All that is not settled is taken out again.
  std::map<ExactAddress, uint64_t> variables_;
  InstanceSets writers_, testers_;
  std::set<std::pair<InstanceId, BlockId>> deciding_;
  std::set<ConditionId> told_;
  std::map<std::pair<InstanceId, InstructionId>, Written> written_;
  std::map<InstanceId, std::vector<std::pair<InstanceId, InstructionId>>> callers_;
  llvm::BitVector forking_;                               // instances that may create threads
  std::set<std::pair<InstanceId, BlockId>> forkedBefore_; // of main: blocks that are reached when there may be threads
  std::vector<std::vector<Literal>> atEntry_;
};

} // namespace steward
