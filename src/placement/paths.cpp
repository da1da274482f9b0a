#include "placement/paths.h"

#include "placement/accesses.h"

#include "llvm/ADT/PostOrderIterator.h"
#include "llvm/Analysis/LoopInfo.h"
#include "llvm/IR/Dominators.h"
#include "llvm/IR/Instructions.h"
#include "llvm/IR/IntrinsicInst.h"
#include "llvm/IR/Module.h"

using namespace llvm;

namespace steward::placement {

FunctionPaths::FunctionPaths(Function& function, const ModuleEffects& moduleEffects) {
  const DataLayout& layout = function.getDataLayout();
  DenseMap<Value*, BaseId> baseIds;
  DenseMap<std::pair<BaseId, std::pair<int64_t, uint64_t>>, PathId> pathIds;
  for (BasicBlock* block : ReversePostOrderTraversal<Function*>(&function)) {
    numbers[block] = contexts.size();
    contexts.push_back({block, {}, {}, {}, {}, {}, {}, {}});
    BlockContext& context = contexts.back();
    for (Instruction& instruction : *block) {
      if (auto whole = plainAccess(instruction, layout); whole && !whole->isVtable) {
        for (const Access& access : piecesOf(*whole, layout)) {
          APInt distance(64, 0);
          Value* base = access.pointer->stripAndAccumulateConstantOffsets(layout, distance, /*AllowNonInbounds=*/true);
          auto [baseAt, isNewBase] = baseIds.try_emplace(base, bases.size());
          if (isNewBase) bases.push_back(base), ofBase.emplace_back();
          int64_t offset = distance.getSExtValue() + access.offset;
          auto [pathAt, isNew] = pathIds.try_emplace({baseAt->second, {offset, access.bytes}}, paths.size());
          if (isNew) {
            paths.push_back({baseAt->second, offset, access.bytes, 1, {}});
            ofBase[baseAt->second].push_back(pathAt->second);
          }
          Path& path = paths[pathAt->second];
          path.alignment = std::max(path.alignment, access.alignment);
          context.items.push_back({Item::Access, access.isWrite, pathAt->second, {}, &instruction});
        }
        continue;
      }
      Effects effects = moduleEffects.of(instruction);
      if (auto* lifetime = dyn_cast<LifetimeIntrinsic>(&instruction); lifetime && !isa<Argument>(lifetime))
        effects.frees = true;
      if (effects.any()) context.items.push_back({Item::Effect, false, 0, effects, &instruction});
    }
  }
  addDefinitions();
  findWithin();
  findWaitingLoops(function);
}

// A pointer that gets its value in this function gets it anew each time round a loop.
void FunctionPaths::addDefinitions() {
  for (BaseId base = 0; base < bases.size(); ++base) {
    auto* definition = dyn_cast<Instruction>(bases[base]);
    auto known = definition ? numbers.find(definition->getParent()) : numbers.end();
    if (known == numbers.end()) continue;
    auto& items = contexts[known->second].items;
    // A load may be the pointer's definition and an access itself: the definition comes after it.
    auto place = partition_point(items, [&](const Item& item) {
      return item.instruction == definition || item.instruction->comesBefore(definition);
    });
    items.insert(place, {Item::Definition, false, base, {}, definition});
  }
}

void FunctionPaths::findWithin() {
  auto endOf = [&](PathId path) { return paths[path].offset + int64_t(paths[path].bytes); };
  for (SmallVector<PathId, 4> siblings : ofBase) {
    sort(siblings, [&](PathId a, PathId b) { return paths[a].offset < paths[b].offset; });
    for (PathId outer : siblings) {
      auto inner = partition_point(siblings, [&](PathId path) { return paths[path].offset < paths[outer].offset; });
      for (; inner != siblings.end() && paths[*inner].offset < endOf(outer); ++inner)
        if (endOf(*inner) <= endOf(outer)) paths[outer].within.push_back(*inner);
    }
  }
}

// A check must not wait behind these.
void FunctionPaths::findWaitingLoops(Function& function) {
  mayWait.resize(unsigned(contexts.size()));
  DominatorTree dominators(function);
  LoopInfo loops(dominators);
  for (const Loop* loop : loops.getLoopsInPreorder())
    if (mayNotEnd(*loop)) mayWait.set(numbers.lookup(loop->getHeader()));
}

void FunctionPaths::addAccess(PathSet& set, PathId path, bool isWrite) const {
  for (PathId inner : paths[path].within) {
    set.reads.set(inner);
    if (isWrite) set.writes.set(inner);
  }
}

void FunctionPaths::removeBase(PathSet& set, BaseId base) const {
  for (PathId path : ofBase[base]) set.reads.reset(path), set.writes.reset(path);
}

PathSet FunctionPaths::none() const {
  PathSet set;
  set.resize(unsigned(paths.size()));
  return set;
}

} // namespace steward::placement
