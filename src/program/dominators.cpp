#include "program/dominators.h"

#include "llvm/ADT/STLExtras.h"

namespace steward {

Dominators::Dominators(const Program& program, const Function& function) : base_(function.firstBlock.index) {
  findPredecessors(program, function);
  number_.assign(function.blockCount, none);
  numberBlocks(program);
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
void Dominators::numberBlocks(const Program& program) {
  struct Visit {
    uint32_t block;
    uint32_t nextEdge = 0;
  };
  std::vector<Visit> stack;
  auto enter = [&](uint32_t block, uint32_t parent) {
    number_[block] = static_cast<uint32_t>(block_.size());
    block_.push_back(block);
    parent_.push_back(parent);
    stack.push_back({block});
  };
  enter(0, 0);
  while (!stack.empty()) {
    Visit& visit = stack.back();
    const Block& block = program.blocks[BlockId(base_ + visit.block)];
    if (visit.nextEdge == block.successorCount + block.handlerCount) {
      stack.pop_back();
      continue;
    }
    uint32_t edge = visit.nextEdge++;
    BlockId to = edge < block.successorCount ? program.successorsOf(block)[edge]
                                             : program.handlersOf(block)[edge - block.successorCount];
    if (!reachable(to)) enter(local(to), number_[visit.block]);
  }
}

namespace {

// The part of the search tree that has been linked so far, and for a block in it the block of least semidominator on
// the way up to the root of its tree.
class LinkedForest {
public:
  LinkedForest(const std::vector<uint32_t>& semi) : semi_(semi), ancestor_(semi.size(), none), least_(semi) {}

  void link(uint32_t parent, uint32_t child) { ancestor_[child] = parent; }

  uint32_t least(uint32_t v) {
    if (ancestor_[v] == none) return v;
    // Compress the path, from the root down.
    path_.clear();
    for (uint32_t at = v; ancestor_[ancestor_[at]] != none; at = ancestor_[at]) path_.push_back(at);
    for (uint32_t at : llvm::reverse(path_)) {
      uint32_t up = ancestor_[at];
      if (semi_[least_[up]] < semi_[least_[at]]) least_[at] = least_[up];
      ancestor_[at] = ancestor_[up];
    }
    return least_[v];
  }

private:
  static constexpr uint32_t none = ~uint32_t{0};
  const std::vector<uint32_t>& semi_;
  std::vector<uint32_t> ancestor_, least_, path_;
};

} // namespace

void Dominators::findImmediateDominators() {
  uint32_t count = static_cast<uint32_t>(block_.size());
  std::vector<uint32_t> semi(count), firstWith(count, none), nextWith(count, none);
  for (uint32_t i = 0; i < count; ++i) semi[i] = i;
  LinkedForest forest(semi);
  immediate_.assign(count, 0);
  for (uint32_t w = count - 1; w > 0; --w) {
    for (BlockId from : predecessors(BlockId(base_ + block_[w])))
      if (reachable(from)) semi[w] = std::min(semi[w], semi[forest.least(number_[local(from)])]);
    nextWith[w] = firstWith[semi[w]];
    firstWith[semi[w]] = w;
    uint32_t parent = parent_[w];
    forest.link(parent, w);
    for (uint32_t v = firstWith[parent]; v != none; v = nextWith[v]) {
      uint32_t u = forest.least(v);
      immediate_[v] = semi[u] < semi[v] ? u : parent;
    }
    firstWith[parent] = none;
  }
  for (uint32_t w = 1; w < count; ++w)
    if (immediate_[w] != semi[w]) immediate_[w] = immediate_[immediate_[w]];
}

// A dominator is met before what it dominates, so subtree sizes add up from the back, and intervals are handed out from
// the front.
void Dominators::numberTree() {
  std::vector<uint32_t> size(block_.size(), 1), used(block_.size(), 1);
  for (uint32_t i = static_cast<uint32_t>(block_.size()) - 1; i > 0; --i) size[immediate_[i]] += size[i];
  first_.assign(number_.size(), 0);
  last_.assign(number_.size(), 0);
  for (uint32_t i = 0; i < block_.size(); ++i) {
    uint32_t start = 0;
    if (i) {
      uint32_t parent = immediate_[i];
      start = first_[block_[parent]] + used[parent];
      used[parent] += size[i];
    }
    first_[block_[i]] = start;
    last_[block_[i]] = start + size[i] - 1;
  }
}

} // namespace steward
