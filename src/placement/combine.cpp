#include "placement/combine.h"

#include "llvm/IR/CFG.h"
#include "llvm/IR/Instructions.h"
#include "llvm/Support/MathExtras.h"

#include <tuple>

using namespace llvm;

namespace steward::placement {

// The accesses from which a place is reached with nothing in between that would have had them checked: what a check
// there can stand for. The nearest first, and not too many, since they are for reports only.
static SmallVector<const Item*, 8> reaching(const FunctionPaths& function, Position start) {
  constexpr unsigned maxBlocks = 32, maxItems = 64;
  SmallVector<const Item*, 8> found;
  SmallVector<Position, 8> todo{start};
  BitVector seen(function.contexts.size());
  for (unsigned next = 0; next < todo.size() && next < maxBlocks && found.size() < maxItems; ++next) {
    auto [context, item] = todo[next];
    bool isStopped = false;
    while (item > 0 && !isStopped && found.size() < maxItems) {
      const Item& each = context->items[--item];
      isStopped = each.kind == Item::Effect;
      if (each.kind == Item::Access) found.push_back(&each);
    }
    if (isStopped) continue;
    for (BasicBlock* before : predecessors(context->block)) {
      auto known = function.numbers.find(before);
      if (known == function.numbers.end() || seen[known->second]) continue;
      seen.set(known->second);
      todo.push_back({&function.contexts[known->second], function.contexts[known->second].items.size()});
    }
  }
  return found;
}

static uint64_t alignmentAt(uint64_t known, int64_t distance) {
  return distance ? MinAlign(known, uint64_t(std::abs(distance))) : known;
}

void addChecks(const FunctionPaths& function, Placement& placement, Instruction* before, Position position,
               const PathSet& paths) {
  if (paths.none()) return;
  SmallVector<const Item*, 8> items = reaching(function, position);
  if (auto* call = dyn_cast_or_null<CallInst>(before->getPrevNode()); call && call->isMustTailCall()) before = call;
  SmallVector<PathId, 8> todo[2];
  BitVector covered(function.paths.size());
  for (unsigned path : paths.writes.set_bits()) {
    todo[1].push_back(path);
    for (PathId inner : function.paths[path].within) covered.set(inner);
  }
  for (unsigned path : paths.reads.set_bits())
    if (!covered[path]) todo[0].push_back(path);
  for (bool isWrite : {true, false}) {
    sort(todo[isWrite], [&](PathId a, PathId b) {
      const Path &x = function.paths[a], &y = function.paths[b];
      return std::tuple(x.base, x.offset, x.bytes) < std::tuple(y.base, y.offset, y.bytes);
    });
    auto& checks = placement[before];
    size_t first = checks.size();
    BaseId last = ~0u;
    for (PathId id : todo[isWrite]) {
      const Path& path = function.paths[id];
      Check* previous = checks.size() > first && last == path.base ? &checks.back() : nullptr;
      if (previous && path.offset <= previous->offset + int64_t(previous->bytes)) {
        int64_t end = std::max<int64_t>(previous->offset + previous->bytes, path.offset + path.bytes);
        previous->bytes = end - previous->offset;
      } else {
        checks.push_back({function.bases[path.base], path.offset, path.bytes, 1, isWrite, {}});
        previous = &checks.back();
        last = path.base;
      }
      previous->alignment = std::max(previous->alignment, alignmentAt(path.alignment, path.offset - previous->offset));
    }
    for (size_t i = first; i < checks.size(); ++i)
      for (const Item* item : items) {
        const Path& path = function.paths[item->index];
        if (item->isWrite == isWrite && function.bases[path.base] == checks[i].base &&
            path.offset >= checks[i].offset &&
            path.offset + int64_t(path.bytes) <= checks[i].offset + int64_t(checks[i].bytes))
          checks[i].accesses.push_back({item->instruction, path.offset, path.bytes});
      }
  }
}

} // namespace steward::placement
