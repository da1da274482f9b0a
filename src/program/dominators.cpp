#include "program/dominators.h"

#include "llvm/ADT/STLExtras.h"

namespace steward {

Dominators::Dominators(const Program& program, const Function& function) : base_(function.firstBlock.index) {
  findPredecessors(program, function);
  order_.assign(function.blockCount, none);
  findOrder(program);
  findImmediateDominators();
  numberTree();
}

void Dominators::findPredecessors(const Program& program, const Function& function) {
  std::vector<std::pair<uint32_t, BlockId>> edges;
  for (BlockId from : program.blocksOf(function)) {
    for (BlockId to : program.successorsOf(program.blocks[from])) edges.emplace_back(local(to), from);
    for (BlockId to : program.handlersOf(program.blocks[from])) edges.emplace_back(local(to), from);
  }
  llvm::sort(edges);
  edges.erase(std::unique(edges.begin(), edges.end()), edges.end());
  firstPredecessor_.assign(function.blockCount + 1, 0);
  for (auto [to, from] : edges) {
    ++firstPredecessor_[to + 1];
    predecessors_.push_back(from);
  }
  for (uint32_t i = 0; i < function.blockCount; ++i) firstPredecessor_[i + 1] += firstPredecessor_[i];
}

// Depth first with a stack of its own: a body can be one chain of a million blocks.
void Dominators::findOrder(const Program& program) {
  struct Visit {
    uint32_t block;
    uint32_t nextEdge = 0;
  };
  std::vector<Visit> stack{{0}};
  std::vector<bool> isSeen(order_.size());
  isSeen[0] = true;
  while (!stack.empty()) {
    Visit& visit = stack.back();
    const Block& block = program.blocks[BlockId(base_ + visit.block)];
    if (visit.nextEdge == block.successorCount + block.handlerCount) {
      blocksInOrder_.push_back(visit.block);
      stack.pop_back();
      continue;
    }
    uint32_t edge = visit.nextEdge++;
    BlockId to = edge < block.successorCount ? program.successorsOf(block)[edge]
                                             : program.handlersOf(block)[edge - block.successorCount];
    if (isSeen[local(to)]) continue;
    isSeen[local(to)] = true;
    stack.push_back({local(to)});
  }
  std::reverse(blocksInOrder_.begin(), blocksInOrder_.end());
  for (uint32_t i = 0; i < blocksInOrder_.size(); ++i) order_[blocksInOrder_[i]] = i;
}

void Dominators::findImmediateDominators() {
  immediate_.assign(blocksInOrder_.size(), none);
  immediate_[0] = 0;
  for (bool changed = true; changed;) {
    changed = false;
    for (uint32_t place = 1; place < immediate_.size(); ++place) {
      uint32_t common = none;
      for (BlockId from : predecessors(BlockId(base_ + blocksInOrder_[place]))) {
        uint32_t other = order_[local(from)];
        if (other == none || immediate_[other] == none) continue;
        if (common == none) common = other;
        while (common != other) {
          while (common > other) common = immediate_[common];
          while (other > common) other = immediate_[other];
        }
      }
      changed |= immediate_[place] != common;
      immediate_[place] = common;
    }
  }
}

// A dominator comes before what it dominates in reverse postorder, so subtree sizes add up from the back, and intervals
// are handed out from the front.
void Dominators::numberTree() {
  std::vector<uint32_t> size(immediate_.size(), 1), used(immediate_.size(), 1);
  for (uint32_t place = static_cast<uint32_t>(immediate_.size()) - 1; place > 0; --place)
    size[immediate_[place]] += size[place];
  first_.assign(order_.size(), 0);
  last_.assign(order_.size(), 0);
  for (uint32_t place = 0; place < immediate_.size(); ++place) {
    uint32_t start = 0;
    if (place) {
      uint32_t parent = immediate_[place];
      start = first_[blocksInOrder_[parent]] + used[parent];
      used[parent] += size[place];
    }
    first_[blocksInOrder_[place]] = start;
    last_[blocksInOrder_[place]] = start + size[place] - 1;
  }
}

} // namespace steward
