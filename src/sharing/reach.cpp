#include "sharing/reach.h"

#include "program/components.h"

namespace steward {

Reach::Reach(const PointerAnalysis& pointers) : pointers_(pointers), program_(pointers.program()) {
  blockOf_.resize(program_.instructions.size());
  for (uint32_t b = 0; b < program_.blocks.size(); ++b)
    for (InstructionId i : program_.instructionsOf(program_.blocks[BlockId(b)])) blockOf_[i.index] = BlockId(b);
  findLoops();
  findEdges();
  findRecursion();
  findOnce();
}

// A block is in a loop when control can come back to it without leaving the function.
void Reach::findLoops() {
  inLoop_.resize(program_.blocks.size());
  for (const Function& f : program_.functions) {
    if (f.isDeclaration()) continue;
    uint32_t base = f.firstBlock.index;
    auto degree = [&](uint32_t b) {
      const Block& block = program_.blocks[BlockId(base + b)];
      return block.successorCount + block.handlerCount;
    };
    auto successor = [&](uint32_t b, uint32_t k) {
      const Block& block = program_.blocks[BlockId(base + b)];
      BlockId next = k < block.successorCount ? program_.successorsOf(block)[k]
                                              : program_.handlersOf(block)[k - block.successorCount];
      return next.index - base;
    };
    for (const auto& component : components(f.blockCount, degree, successor)) {
      bool isLoop = component.size() > 1;
      for (uint32_t k = 0; k < degree(component[0]); ++k) isLoop |= successor(component[0], k) == component[0];
      if (isLoop)
        for (uint32_t b : component) inLoop_.set(base + b);
    }
  }
}

void Reach::findEdges() {
  edges_.resize(pointers_.instances().size());
  for (uint32_t n = 0; n < edges_.size(); ++n) {
    InstanceId id(n);
    for (BlockId b : program_.blocksOf(pointers_.functionOf(id)))
      for (InstructionId i : program_.instructionsOf(program_.blocks[b])) {
        if (!isCall(program_.instructions[i].opcode)) continue;
        for (InstanceId callee : pointers_.callees({id, i})) edges_[n].push_back({i, callee, false});
        for (const ForkTarget& target : pointers_.forks({id, i})) edges_[n].push_back({i, target.entry, true});
      }
  }
}

void Reach::findRecursion() {
  recurs_.resize(edges_.size());
  // An edge to a new thread leads nowhere in this one.
  auto degree = [&](uint32_t n) { return edges_[n].size(); };
  auto callee = [&](uint32_t n, uint32_t k) { return edges_[n][k].isFork ? n : edges_[n][k].callee.index; };
  for (const auto& component : components(static_cast<uint32_t>(edges_.size()), degree, callee)) {
    bool recurs = component.size() > 1;
    for (const Edge& e : edges_[component[0]]) recurs |= !e.isFork && e.callee.index == component[0];
    if (recurs)
      for (uint32_t n : component) recurs_.set(n);
  }
}

// An instance runs at most once when it is the entry, or when one call outside loops leads to it, from one that does.
void Reach::findOnce() {
  std::vector<uint32_t> incoming(edges_.size(), 0);
  std::vector<std::pair<uint32_t, InstructionId>> caller(edges_.size());
  for (uint32_t n = 0; n < edges_.size(); ++n)
    for (const Edge& e : edges_[n]) {
      // A function that is called back may be called any number of times.
      bool calledBack = !e.isFork && !pointers_.isPlainCall({InstanceId(n), e.call});
      for (const CallModel* model : pointers_.modelsAt({InstanceId(n), e.call}))
        if (model->has(EffectKind::Once)) calledBack = false;
      incoming[e.callee.index] += calledBack || isInLoop(blockOf_[e.call.index]) ? 2 : 1;
      caller[e.callee.index] = {n, e.call};
    }
  once_.resize(edges_.size());
  // Follow single edges from the entry; a cycle of them is not reached this way.
  std::vector<uint32_t> work{pointers_.entry().index};
  if (incoming[work[0]] == 0) once_.set(work[0]);
  while (!work.empty()) {
    uint32_t n = work.back();
    work.pop_back();
    if (!once_[n]) continue;
    for (const Edge& e : edges_[n])
      if (incoming[e.callee.index] == 1 && !once_[e.callee.index]) {
        once_.set(e.callee.index);
        work.push_back(e.callee.index);
      }
  }
}

void Reach::addCallers(llvm::BitVector& instances) const {
  std::vector<std::vector<uint32_t>> callers(edges_.size());
  for (uint32_t n = 0; n < edges_.size(); ++n)
    for (const Edge& e : edges_[n])
      if (!e.isFork) callers[e.callee.index].push_back(n);
  std::vector<uint32_t> work(instances.set_bits_begin(), instances.set_bits_end());
  while (!work.empty()) {
    uint32_t n = work.back();
    work.pop_back();
    for (uint32_t caller : callers[n]) {
      if (instances[caller]) continue;
      instances.set(caller);
      work.push_back(caller);
    }
  }
}

bool Reach::isSingle(ObjectId id) const {
  const Object& object = pointers_.objects()[id];
  switch (object.kind) {
  case ObjectKind::Global:
    return !program_.globals[GlobalId(object.site)].isThreadLocal;
  case ObjectKind::Stack:
  case ObjectKind::Heap:
    // Variables of a function are allocated where it starts; what is allocated in a loop is new in every round.
    return runsOnce(object.instance) && !isInLoop(blockOf_[object.site]);
  default:
    return false;
  }
}

} // namespace steward
