#include "placement/contexts.h"

#include "placement/combine.h"
#include "placement/paths.h"

#include "llvm/IR/CFG.h"
#include "llvm/IR/Instructions.h"
#include "llvm/IR/Module.h"
#include "llvm/Transforms/Utils/BasicBlockUtils.h"

using namespace llvm;

namespace steward::placement {

namespace {

class Placer {
public:
  Placer(Function& function, const ModuleEffects& effects) : function_(function, effects) {}
  Placement run();

private:
  void findUsedLater();
  void findAnticipated();
  void noteLater();
  void findAccessed();
  void findChecked();
  PathSet needed(PathSet dropped, const PathSet& checked, const PathSet& anticipated) const;
  void noteChecked(PathSet& checked, const PathSet& placed) const;

  BitVector usedAtEnd(const BlockContext& context) const;
  void stepBack(BitVector& used, const Item& item) const;
  PathSet anticipatedAtEnd(const BlockContext& context) const;
  void stepBack(PathSet& anticipated, const Item& item) const;
  PathSet unused(const PathSet& set, const BitVector& usedLater) const;
  PathSet ofBase(const PathSet& set, BaseId base) const;
  void placeOnEdges(Placement& placement);

  // Goes through a block. `drop` is told what leaves the past accesses before an instruction, what is anticipated there
  // and may stand in for a check, and what the instruction does; `define` that a base has a new value.
  template <typename Drop, typename Define>
  void walk(const BlockContext& context, PathSet& accessed, Drop drop, Define define) const;
  // The contexts before a block, of those that can be reached.
  template <typename Each>
  void forEachBefore(const BlockContext& context, Each each) const;

  FunctionPaths function_;
  std::vector<PathSet> anticipatedAfter_; // behind items that need it; the first is empty
};

// Accesses after which nothing is anticipated, or what is will not cover them.
bool mustCheckBefore(const Item& item) { return item.effects.acquires || item.effects.leaves || item.effects.frees; }

template <typename Each>
void Placer::forEachBefore(const BlockContext& context, Each each) const {
  for (BasicBlock* before : predecessors(context.block))
    if (auto found = function_.numbers.find(before); found != function_.numbers.end())
      each(function_.contexts[found->second]);
}

// What comes later

void Placer::stepBack(BitVector& used, const Item& item) const {
  if (item.kind == Item::Access) used.set(function_.paths[item.index].base);
  if (item.kind == Item::Definition) used.reset(item.index);
  if (item.kind == Item::Effect) used.reset();
}

BitVector Placer::usedAtEnd(const BlockContext& context) const {
  BitVector used(unsigned(function_.bases.size()));
  for (BasicBlock* next : successors(context.block)) used |= function_.contextOf(next).usedLater;
  return used;
}

void Placer::findUsedLater() {
  for (BlockContext& context : function_.contexts) context.usedLater.resize(unsigned(function_.bases.size()));
  for (bool changed = true; changed;) {
    changed = false;
    for (BlockContext& context : reverse(function_.contexts)) {
      BitVector used = usedAtEnd(context);
      for (const Item& item : reverse(context.items)) stepBack(used, item);
      if (function_.mayWaitAt(context)) used.reset();
      if (used == context.usedLater) continue;
      context.usedLater = std::move(used);
      changed = true;
    }
  }
}

// Rules Acq, Call: what comes after an acquire covers nothing before it.
void Placer::stepBack(PathSet& anticipated, const Item& item) const {
  if (item.kind == Item::Access) function_.addAccess(anticipated, item.index, item.isWrite);
  if (item.kind == Item::Definition) function_.removeBase(anticipated, item.index);
  if (item.kind == Item::Effect && mustCheckBefore(item)) anticipated.reset();
}

PathSet Placer::anticipatedAtEnd(const BlockContext& context) const {
  PathSet set;
  set.resize(unsigned(function_.paths.size()), !succ_empty(context.block));
  for (BasicBlock* next : successors(context.block)) set &= function_.contextOf(next).anticipated;
  return set;
}

// Backwards; a greatest fixed point.
void Placer::findAnticipated() {
  for (BlockContext& context : function_.contexts) context.anticipated.resize(unsigned(function_.paths.size()), true);
  for (bool changed = true; changed;) {
    changed = false;
    for (BlockContext& context : reverse(function_.contexts)) {
      PathSet set = anticipatedAtEnd(context);
      for (const Item& item : reverse(context.items)) stepBack(set, item);
      if (function_.mayWaitAt(context)) set.reset();
      if (set == context.anticipated) continue;
      context.anticipated = std::move(set);
      changed = true;
    }
  }
}

// Each item is asked several times about what comes later, which does not change any more. What is anticipated matters
// where past accesses are dropped: behind the last access to a base, and at a release.
void Placer::noteLater() {
  anticipatedAfter_.push_back(function_.none());
  for (BlockContext& context : function_.contexts) {
    BitVector used = usedAtEnd(context);
    PathSet anticipated = anticipatedAtEnd(context);
    for (Item& item : reverse(context.items)) {
      item.isBaseUsedLater = item.kind == Item::Access && used[function_.paths[item.index].base];
      bool isDropping =
          item.kind == Item::Effect ? !mustCheckBefore(item) : item.kind == Item::Access && !item.isBaseUsedLater;
      if (isDropping && !anticipated.none()) {
        item.anticipatedAfter = unsigned(anticipatedAfter_.size());
        anticipatedAfter_.push_back(anticipated);
      }
      stepBack(used, item);
      stepBack(anticipated, item);
    }
  }
}

// What came before

PathSet Placer::unused(const PathSet& set, const BitVector& usedLater) const {
  PathSet found = function_.none();
  auto collect = [&](const BitVector& from, BitVector& into) {
    for (unsigned path : from.set_bits())
      if (!usedLater[function_.paths[path].base]) into.set(path);
  };
  collect(set.reads, found.reads);
  collect(set.writes, found.writes);
  return found;
}

PathSet Placer::ofBase(const PathSet& set, BaseId base) const {
  PathSet found = function_.none();
  for (PathId path : function_.ofBase[base]) {
    if (set.reads[path]) found.reads.set(path);
    if (set.writes[path]) found.writes.set(path);
  }
  return found;
}

template <typename Drop, typename Define>
void Placer::walk(const BlockContext& context, PathSet& accessed, Drop drop, Define define) const {
  const PathSet& nothing = anticipatedAfter_.front();
  Instruction* start = &*context.block->getFirstInsertionPt();
  if (function_.mayWaitAt(context)) {
    drop(start, Position{&context, 0}, accessed, nothing, Effects{});
    accessed.reset();
  } else if (!accessed.none()) {
    PathSet left = unused(accessed, context.usedLater);
    drop(start, Position{&context, 0}, left, context.anticipated, Effects{});
    accessed.remove(left);
  }
  for (size_t i = 0; i < context.items.size(); ++i) {
    const Item& item = context.items[i];
    const PathSet& anticipated = anticipatedAfter_[item.anticipatedAfter];
    if (item.kind == Item::Effect) {
      // Rules Rel, Acq, Call. After a release, what is still anticipated will cover; nothing does that for what may not
      // come back.
      drop(item.instruction, Position{&context, i}, accessed, anticipated, item.effects);
      accessed.reset();
    }
    if (item.kind == Item::Definition) define(item.index);
    if (item.kind == Item::Access) {
      (item.isWrite ? accessed.writes : accessed.reads).set(item.index);
      if (item.isBaseUsedLater) continue;
      PathSet left = ofBase(accessed, function_.paths[item.index].base);
      // A terminator that accesses memory does not exist, so there is a next instruction.
      drop(item.instruction->getNextNode(), Position{&context, i + 1}, left, anticipated, Effects{});
      accessed.remove(left);
    }
  }
  // The end of the function: usedAtEnd is empty there, so nothing is left.
}

// Forwards; a greatest fixed point over ways.
void Placer::findAccessed() {
  unsigned size = unsigned(function_.paths.size());
  for (BlockContext& context : function_.contexts) {
    context.accessed.resize(size, true);
    context.accessedAtEnd.resize(size, true);
  }
  const BlockContext& first = function_.contexts.front();
  for (bool changed = true; changed;) {
    changed = false;
    for (BlockContext& context : function_.contexts) {
      PathSet set;
      set.resize(size, !pred_empty(context.block) && &context != &first);
      forEachBefore(context, [&](const BlockContext& before) { set &= before.accessedAtEnd; });
      context.accessed = set;
      walk(context, set, [](Instruction*, Position, const PathSet&, const PathSet&, Effects) {}, [](BaseId) {});
      if (set == context.accessedAtEnd) continue;
      context.accessedAtEnd = std::move(set);
      changed = true;
    }
  }
}

// Checks

// What leaves the past accesses and is neither checked nor anticipated is checked there, and is a past check from then
// on.
PathSet Placer::needed(PathSet dropped, const PathSet& checked, const PathSet& anticipated) const {
  dropped.remove(checked);
  dropped.remove(anticipated);
  return dropped;
}

void Placer::noteChecked(PathSet& checked, const PathSet& placed) const {
  for (unsigned path : placed.reads.set_bits()) function_.addAccess(checked, path, false);
  for (unsigned path : placed.writes.set_bits()) function_.addAccess(checked, path, true);
}

void Placer::findChecked() {
  unsigned size = unsigned(function_.paths.size());
  for (BlockContext& context : function_.contexts) {
    context.checked.resize(size, true);
    context.checkedAtEnd.resize(size, true);
  }
  auto note = [&](PathSet& checked, const PathSet& dropped, const PathSet& anticipated) {
    if (!dropped.none()) noteChecked(checked, needed(dropped, checked, anticipated));
  };
  for (bool changed = true; changed;) {
    changed = false;
    for (BlockContext& context : function_.contexts) {
      PathSet set;
      set.resize(size, &context != &function_.contexts.front());
      forEachBefore(context, [&](const BlockContext& before) {
        PathSet checked = before.checkedAtEnd, lost = before.accessedAtEnd;
        lost.remove(context.accessed);
        note(checked, lost, context.anticipated);
        set &= checked;
      });
      context.checked = set;
      PathSet accessed = context.accessed;
      walk(
          context, accessed,
          [&](Instruction*, Position, const PathSet& dropped, const PathSet& anticipated, Effects effects) {
            note(set, dropped, anticipated);
            if (effects.releases || effects.frees) set.reset();
          },
          [&](BaseId base) { function_.removeBase(set, base); });
      if (set == context.checkedAtEnd) continue;
      context.checkedAtEnd = std::move(set);
      changed = true;
    }
  }
}

// Rules If, Loop: what one way has accessed, and not all ways that meet, is checked at the end of that way.
void Placer::placeOnEdges(Placement& placement) {
  struct Edge {
    const BlockContext* from;
    BasicBlock* to;
    PathSet paths;
  };
  std::vector<Edge> edges;
  for (const BlockContext& context : function_.contexts)
    forEachBefore(context, [&](const BlockContext& before) {
      PathSet lost = before.accessedAtEnd;
      lost.remove(context.accessed);
      PathSet paths = needed(std::move(lost), before.checkedAtEnd, context.anticipated);
      if (!paths.none()) edges.push_back({&before, context.block, std::move(paths)});
    });
  for (const Edge& edge : edges) {
    Instruction* end = edge.from->block->getTerminator();
    if (end->getNumSuccessors() != 1) {
      // Where an edge cannot be split, the end of its block is right too, only too often.
      if (BasicBlock* middle = SplitEdge(edge.from->block, edge.to)) end = middle->getTerminator();
    }
    addChecks(function_, placement, end, {edge.from, edge.from->items.size()}, edge.paths);
  }
}

Placement Placer::run() {
  Placement placement;
  if (function_.paths.empty()) return placement;
  findUsedLater();
  findAnticipated();
  noteLater();
  findAccessed();
  findChecked();
  for (const BlockContext& context : function_.contexts) {
    PathSet accessed = context.accessed, checked = context.checked;
    walk(
        context, accessed,
        [&](Instruction* at, Position position, const PathSet& dropped, const PathSet& anticipated, Effects effects) {
          PathSet paths = needed(dropped, checked, anticipated);
          addChecks(function_, placement, at, position, paths);
          noteChecked(checked, paths);
          if (effects.releases || effects.frees) checked.reset();
        },
        [&](BaseId base) { function_.removeBase(checked, base); });
  }
  placeOnEdges(placement);
  return placement;
}

} // namespace

Placement placeChecks(Function& function, const ModuleEffects& effects) { return Placer(function, effects).run(); }

Placement checkEachAccess(Function& function) {
  Placement placement;
  for (BasicBlock& block : function)
    for (Instruction& instruction : block)
      if (auto whole = plainAccess(instruction, function.getDataLayout()); whole && !whole->isVtable)
        for (const Access& access : piecesOf(*whole, function.getDataLayout()))
          placement[&instruction].push_back({access.pointer,
                                             access.offset,
                                             access.bytes,
                                             access.alignment,
                                             access.isWrite,
                                             {{&instruction, access.offset, access.bytes}}});
  return placement;
}

} // namespace steward::placement
