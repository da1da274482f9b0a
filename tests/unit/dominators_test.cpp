// Dominators against their definition, on random graphs: a dominates b if b cannot be reached without a.
#include "program/builder.h"
#include "program/dominators.h"

#include "gtest/gtest.h"

#include <random>

using namespace steward;

namespace {

// A function of blocks that only have edges; `edges` are successors, or handlers with the flag set.
struct Graph {
  Program program;
  uint32_t size;

  Graph(uint32_t size, std::mt19937& random) : size(size) {
    ProgramBuilder b(program);
    program.blocks.push({}); // of another function, so that the first block is not block 0
    FunctionId f = program.functions.push({});
    b.beginFunction(f);
    BlockId first = b.newBlocks(size);
    for (BlockId block : ids(first, size)) {
      llvm::SmallVector<BlockId> successors, handlers;
      for (unsigned n = random() % 3; n > 0; --n) successors.push_back(BlockId(first.index + random() % size));
      if (random() % 4 == 0) handlers.push_back(BlockId(first.index + random() % size));
      b.beginBlock(block);
      b.endBlock(successors, handlers);
    }
    b.endFunction();
  }

  const Function& function() const { return program.functions[FunctionId(0)]; }

  std::vector<bool> reachableWithout(BlockId without) const {
    BlockId entry = function().firstBlock;
    std::vector<bool> seen(size);
    std::vector<BlockId> work;
    auto meet = [&](BlockId b) {
      if (b == without || seen[b.index - entry.index]) return;
      seen[b.index - entry.index] = true;
      work.push_back(b);
    };
    meet(entry);
    while (!work.empty()) {
      const Block& block = program.blocks[work.back()];
      work.pop_back();
      for (BlockId to : program.successorsOf(block)) meet(to);
      for (BlockId to : program.handlersOf(block)) meet(to);
    }
    return seen;
  }
};

} // namespace

TEST(Dominators, AgreeWithTheDefinition) {
  std::mt19937 random(1);
  for (int round = 0; round < 600; ++round) {
    Graph graph(1 + random() % 24, random);
    Dominators dominators(graph.program, graph.function());
    auto blocks = graph.program.blocksOf(graph.function());
    uint32_t base = graph.function().firstBlock.index;
    std::vector<bool> reachable = graph.reachableWithout(BlockId());
    for (BlockId a : blocks) {
      ASSERT_EQ(dominators.reachable(a), reachable[a.index - base]);
      if (!dominators.reachable(a)) continue;
      std::vector<bool> without = graph.reachableWithout(a);
      for (BlockId b : blocks)
        if (dominators.reachable(b)) ASSERT_EQ(dominators.dominates(a, b), !without[b.index - base]);
    }
  }
}
