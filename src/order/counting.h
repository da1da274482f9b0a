// Variables that a loop moves on by the same step in every round, and the tests that end it.
//
//   for (i = 0; i < n; i++) … t[i] …          while (n--) … t[n] …          for (p = t; p < t + n; p++) … *p …
//
// All of these go over t[0] … t[n - 1]. What decides is the value that the variable has when the test lets control out,
// and whether the element was used before the test or behind it, in the last round: compilers turn `while` into
// `if … do … while`.
#pragma once

#include "program/dominators.h"
#include "program/program.h"

#include <map>
#include <memory>
#include <optional>
#include <vector>

namespace steward {

struct NaturalLoop {
  BlockId header;
  std::vector<BlockId> blocks;  // sorted
  std::vector<BlockId> latches; // the sources of the edges back
  bool contains(BlockId b) const;
};

// base + index * scale + add. An address has a base, and is counted in bytes; a number has none.
struct Affine {
  ValueId base;
  ValueId index; // none: a fixed distance
  int64_t scale = 0;
  int64_t add = 0;
  bool isNumber() const { return !base; }
};

// A way out of a block: by its successor of that number.
struct ExitEdge {
  BlockId from;
  unsigned successor = 0;
  friend auto operator<=>(const ExitEdge&, const ExitEdge&) = default;
};

// `index` + `add`, counted in elements; without an index a number.
struct Count {
  ValueId index;
  int64_t add = 0;
  friend auto operator<=>(const Count&, const Count&) = default;
};

// The elements from `low` up to and without `high` of what starts at `array`.
struct Walk {
  Affine array; // where the element of number 0 would be
  int64_t stride = 0;
  int64_t step = 1; // or -1
  Count first;      // where it starts
  Count low, high;
  ExitEdge exit;               // the test that ends it
  std::vector<ExitEdge> skips; // ways round the loop that are taken when there is nothing between low and high
  bool hasFirst = false;       // the first one is among them in any case: the loop is tested at its end
  bool isTestedBefore = false; // nobody gets in with nothing between low and high
  bool isByItself = false;     // `high` is the loop's own variable, as it is behind the loop
};

class Counting {
public:
  explicit Counting(const Program& program) : program_(program) {}

  const std::vector<NaturalLoop>& loopsOf(FunctionId function); // inner ones first
  const Dominators& dominatorsOf(FunctionId function);

  // What the elements are that `address` is in the rounds of a loop, when `block` uses it: at least these, when it is
  // used in every round and control leaves by the walk's exit (`always`); or at most these. One for each test.
  std::vector<Walk> walks(FunctionId function, const NaturalLoop& loop, ValueId address, BlockId block, bool always);

  // The same for how often `block` is executed in a loop: as often as there are numbers between low and high.
  std::vector<Walk> rounds(FunctionId function, const NaturalLoop& loop, BlockId block, bool always);

  Affine affine(FunctionId function, ValueId value, bool isAddress, unsigned depth = 0) const;
  bool isSameBase(ValueId a, ValueId b) const;

private:
  // A variable of a loop's head: where it starts, and how it is moved on.
  struct Variable {
    ValueId value;
    Affine start;
    int64_t step = 0;
  };
  std::optional<Variable> variable(FunctionId function, const NaturalLoop& loop, ValueId value, bool isAddress);
  void addWalks(FunctionId function, const NaturalLoop& loop, const Variable& moved, bool byPointer, Walk walk,
                BlockId block, bool always, std::vector<Walk>& result);
  void findSkips(FunctionId function, const NaturalLoop& loop, Walk& walk);
  BlockId blockOf(FunctionId function, InstructionId i) const;
  const Instruction& lastOf(BlockId b) const;

  struct Comparison {
    ValueId left, right;
    CompareKind kind = CompareKind::Other;
  };
  std::optional<Comparison> comparison(FunctionId function, ValueId condition, bool truth) const;

  const Program& program_;
  std::map<FunctionId, std::vector<NaturalLoop>> loops_;
  std::map<FunctionId, std::unique_ptr<Dominators>> dominators_;
};

// The value behind copies (integer conversions and the like).
ValueId stripCopies(const Program& program, const Function& function, ValueId value);

} // namespace steward
