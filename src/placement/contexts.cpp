#include "placement/contexts.h"

#include "llvm/ADT/BitVector.h"
#include "llvm/ADT/PostOrderIterator.h"
#include "llvm/Analysis/CFG.h"
#include "llvm/Analysis/LoopInfo.h"
#include "llvm/IR/CFG.h"
#include "llvm/IR/Dominators.h"
#include "llvm/IR/Instructions.h"
#include "llvm/IR/IntrinsicInst.h"
#include "llvm/IR/Module.h"
#include "llvm/Transforms/Utils/BasicBlockUtils.h"

using namespace llvm;

namespace steward::placement {

namespace {

using PathId = unsigned;
using BaseId = unsigned;

struct Path {
  BaseId base;
  int64_t offset;
  uint64_t bytes;
  uint64_t alignment = 1;
  SmallVector<PathId, 4> within; // paths of the same base that lie in this one, itself too
};

// What matters of an instruction, in the order of the block.
struct Item {
  enum Kind : uint8_t { Access, Effect, Definition } kind;
  bool isWrite = false;
  unsigned index = 0; // path or base
  Effects effects = {};
  Instruction* instruction;
};

// Reads and writes apart. What is in `writes` is in `reads` too, where the set says that something is covered.
struct PathSet {
  BitVector reads, writes;
  void resize(unsigned size, bool value = false) { reads.resize(size, value), writes.resize(size, value); }
  bool none() const { return reads.none() && writes.none(); }
  void reset() { reads.reset(), writes.reset(); }
  PathSet& operator&=(const PathSet& other) {
    reads &= other.reads, writes &= other.writes;
    return *this;
  }
  PathSet& operator|=(const PathSet& other) {
    reads |= other.reads, writes |= other.writes;
    return *this;
  }
  void remove(const PathSet& other) { reads.reset(other.reads), writes.reset(other.writes); }
  friend bool operator==(const PathSet& a, const PathSet& b) { return a.reads == b.reads && a.writes == b.writes; }
};

struct BlockContext {
  BasicBlock* block;
  SmallVector<Item, 8> items;
  BitVector usedLater; // bases, at the start: accessed on some way to the next kill
  PathSet anticipated; // at the start
  PathSet accessed;    // past accesses whose check is not placed yet, at the start
  PathSet accessedAtEnd;
  PathSet checked; // at the start
  PathSet checkedAtEnd;
};

class Placer {
public:
  Placer(Function& function, const ModuleEffects& effects) : function_(function), effects_(effects) {}
  Placement run();

private:
  void collect();
  void findWaitingLoops();
  void findUsedLater();
  void findAnticipated();
  void findAccessed();
  void findChecked();
  void noteChecked(PathSet& checked, const PathSet& placed) const;

  BitVector usedAtEnd(const BlockContext& context) const;
  PathSet anticipatedAtEnd(const BlockContext& context) const;
  void addAccess(PathSet& set, const Item& item) const;
  void removeBase(PathSet& set, BaseId base) const;
  PathSet unused(const PathSet& set, const BitVector& usedLater) const;

  // Goes through a block. `drop` is told what leaves the past accesses before an instruction, what is anticipated there
  // and may stand in for a check, and what the instruction does; `define` that a base has a new value.
  template <typename Drop, typename Define>
  void walk(BlockContext& context, PathSet& accessed, Drop drop, Define define);

  // A place in a block: before the item of this number.
  struct Position {
    const BlockContext* context;
    size_t item;
  };
  void addChecks(Placement& placement, Instruction* before, Position position, const PathSet& paths) const;
  SmallVector<const Item*, 8> reaching(Position position) const;
  BlockContext& contextOf(BasicBlock* block) { return contexts_[numbers_.lookup(block)]; }

  Function& function_;
  const ModuleEffects& effects_;
  std::vector<BlockContext> contexts_; // in reverse post-order
  DenseMap<BasicBlock*, unsigned> numbers_;
  std::vector<Path> paths_;
  std::vector<Value*> bases_;
  std::vector<SmallVector<PathId, 4>> ofBase_;
  BitVector mayWait_; // blocks: heads of loops that may never end
};

// Collecting

void Placer::collect() {
  const DataLayout& layout = function_.getDataLayout();
  DenseMap<Value*, BaseId> baseIds;
  DenseMap<std::pair<BaseId, std::pair<int64_t, uint64_t>>, PathId> pathIds;
  for (BasicBlock* block : ReversePostOrderTraversal<Function*>(&function_)) {
    numbers_[block] = contexts_.size();
    contexts_.push_back({block, {}, {}, {}, {}, {}, {}, {}});
    BlockContext& context = contexts_.back();
    for (Instruction& instruction : *block) {
      if (auto whole = plainAccess(instruction, layout); whole && !whole->isVtable) {
        for (const Access& access : piecesOf(*whole, layout)) {
          APInt distance(64, 0);
          Value* base = access.pointer->stripAndAccumulateConstantOffsets(layout, distance, /*AllowNonInbounds=*/true);
          auto [baseAt, isNewBase] = baseIds.try_emplace(base, bases_.size());
          if (isNewBase) bases_.push_back(base), ofBase_.emplace_back();
          int64_t offset = distance.getSExtValue() + access.offset;
          auto [pathAt, isNew] = pathIds.try_emplace({baseAt->second, {offset, access.bytes}}, paths_.size());
          if (isNew) {
            paths_.push_back({baseAt->second, offset, access.bytes, 1, {}});
            ofBase_[baseAt->second].push_back(pathAt->second);
          }
          Path& path = paths_[pathAt->second];
          path.alignment = std::max(path.alignment, access.alignment);
          context.items.push_back({Item::Access, access.isWrite, pathAt->second, {}, &instruction});
        }
        continue;
      }
      Effects effects = effects_.of(instruction);
      if (auto* lifetime = dyn_cast<LifetimeIntrinsic>(&instruction); lifetime && !isa<Argument>(lifetime))
        effects.frees = true;
      if (effects.any()) context.items.push_back({Item::Effect, false, 0, effects, &instruction});
    }
  }
  // A pointer that gets its value in this function gets it anew each time round a loop.
  for (auto [base, id] : baseIds)
    if (auto* definition = dyn_cast<Instruction>(base); definition && numbers_.count(definition->getParent())) {
      auto& items = contextOf(definition->getParent()).items;
      auto place = find_if(items, [&](const Item& item) {
        return item.instruction != definition && definition->comesBefore(item.instruction);
      });
      // A load may be the pointer's definition and an access itself: the definition comes after it.
      items.insert(place, {Item::Definition, false, id, {}, definition});
    }
  for (auto& siblings : ofBase_)
    for (PathId outer : siblings)
      for (PathId inner : siblings)
        if (paths_[inner].offset >= paths_[outer].offset &&
            paths_[inner].offset + int64_t(paths_[inner].bytes) <= paths_[outer].offset + int64_t(paths_[outer].bytes))
          paths_[outer].within.push_back(inner);
}

// Loops that wait for another thread, or that the language does not require to end: a check must not wait behind them.
void Placer::findWaitingLoops() {
  mayWait_.resize(contexts_.size());
  DominatorTree dominators(function_);
  LoopInfo loops(dominators);
  for (Loop* loop : loops.getLoopsInPreorder()) {
    bool waits = !isMustProgress(loop);
    for (BasicBlock* block : loop->blocks()) {
      if (waits) break;
      waits = any_of(*block, [](const Instruction& i) { return i.isAtomic() || i.isVolatile(); });
    }
    if (waits) mayWait_.set(numbers_.lookup(loop->getHeader()));
  }
}

// Analyses

BitVector Placer::usedAtEnd(const BlockContext& context) const {
  BitVector used(bases_.size());
  for (BasicBlock* next : successors(context.block)) used |= contexts_[numbers_.lookup(next)].usedLater;
  return used;
}

void Placer::findUsedLater() {
  for (BlockContext& context : contexts_) context.usedLater.resize(bases_.size());
  for (bool changed = true; changed;) {
    changed = false;
    for (BlockContext& context : reverse(contexts_)) {
      BitVector used = usedAtEnd(context);
      for (const Item& item : reverse(context.items)) {
        if (item.kind == Item::Access) used.set(paths_[item.index].base);
        if (item.kind == Item::Definition) used.reset(item.index);
        if (item.kind == Item::Effect) used.reset();
      }
      if (mayWait_[&context - contexts_.data()]) used.reset();
      if (used == context.usedLater) continue;
      context.usedLater = used;
      changed = true;
    }
  }
}

void Placer::addAccess(PathSet& set, const Item& item) const {
  for (PathId path : paths_[item.index].within) {
    set.reads.set(path);
    if (item.isWrite) set.writes.set(path);
  }
}

void Placer::removeBase(PathSet& set, BaseId base) const {
  for (PathId path : ofBase_[base]) set.reads.reset(path), set.writes.reset(path);
}

PathSet Placer::anticipatedAtEnd(const BlockContext& context) const {
  PathSet set;
  set.resize(paths_.size(), !succ_empty(context.block));
  for (BasicBlock* next : successors(context.block)) set &= contexts_[numbers_.lookup(next)].anticipated;
  return set;
}

// Backwards; a greatest fixed point. Rules Acq, Call: what comes after an acquire covers nothing before it.
void Placer::findAnticipated() {
  for (BlockContext& context : contexts_) context.anticipated.resize(paths_.size(), true);
  for (bool changed = true; changed;) {
    changed = false;
    for (BlockContext& context : reverse(contexts_)) {
      PathSet set = anticipatedAtEnd(context);
      for (const Item& item : reverse(context.items)) {
        if (item.kind == Item::Access) addAccess(set, item);
        if (item.kind == Item::Definition) removeBase(set, item.index);
        if (item.kind == Item::Effect && (item.effects.acquires || item.effects.leaves || item.effects.frees))
          set.reset();
      }
      if (mayWait_[&context - contexts_.data()]) set.reset();
      if (set == context.anticipated) continue;
      context.anticipated = std::move(set);
      changed = true;
    }
  }
}

PathSet Placer::unused(const PathSet& set, const BitVector& usedLater) const {
  PathSet found;
  found.resize(paths_.size());
  if (set.none()) return found;
  auto collect = [&](const BitVector& from, BitVector& into) {
    for (unsigned path : from.set_bits())
      if (!usedLater[paths_[path].base]) into.set(path);
  };
  collect(set.reads, found.reads);
  collect(set.writes, found.writes);
  return found;
}

template <typename Drop, typename Define>
void Placer::walk(BlockContext& context, PathSet& accessed, Drop drop, Define define) {
  // What comes later, at each item: gathered from the end.
  std::vector<BitVector> usedAfter(context.items.size());
  std::vector<PathSet> anticipatedAfter(context.items.size());
  BitVector used = usedAtEnd(context);
  PathSet anticipated = anticipatedAtEnd(context);
  for (size_t i = context.items.size(); i-- > 0;) {
    const Item& item = context.items[i];
    usedAfter[i] = used;
    anticipatedAfter[i] = anticipated;
    if (item.kind == Item::Access) used.set(paths_[item.index].base), addAccess(anticipated, item);
    if (item.kind == Item::Definition) used.reset(item.index), removeBase(anticipated, item.index);
    if (item.kind == Item::Effect) {
      used.reset();
      if (item.effects.acquires || item.effects.leaves || item.effects.frees) anticipated.reset();
    }
  }
  PathSet nothing;
  nothing.resize(paths_.size());
  Instruction* start = &*context.block->getFirstInsertionPt();
  if (mayWait_[&context - contexts_.data()]) {
    drop(start, Position{&context, 0}, accessed, nothing, Effects{});
    accessed.reset();
  } else if (!accessed.none()) {
    PathSet left = unused(accessed, context.usedLater);
    drop(start, Position{&context, 0}, left, context.anticipated, Effects{});
    accessed.remove(left);
  }
  for (size_t i = 0; i < context.items.size(); ++i) {
    const Item& item = context.items[i];
    if (item.kind == Item::Effect) {
      // Rules Rel, Acq, Call. After a release, what is still anticipated will cover; nothing does that for what may not
      // come back.
      bool mustCheck = item.effects.acquires || item.effects.leaves || item.effects.frees;
      drop(item.instruction, Position{&context, i}, accessed, mustCheck ? nothing : anticipatedAfter[i], item.effects);
      accessed.reset();
      continue;
    }
    if (item.kind == Item::Definition) define(item.index);
    if (item.kind == Item::Access) {
      (item.isWrite ? accessed.writes : accessed.reads).set(item.index);
      BaseId base = paths_[item.index].base;
      if (usedAfter[i][base]) continue;
      PathSet left;
      left.resize(paths_.size());
      for (PathId path : ofBase_[base]) {
        if (accessed.reads[path]) left.reads.set(path);
        if (accessed.writes[path]) left.writes.set(path);
      }
      // A terminator that accesses memory does not exist, so there is a next instruction.
      drop(item.instruction->getNextNode(), Position{&context, i + 1}, left, anticipatedAfter[i], Effects{});
      accessed.remove(left);
    }
  }
  // The end of the function: usedAtEnd is empty there, so nothing is left.
}

// Forwards; a greatest fixed point over ways.
void Placer::findAccessed() {
  for (BlockContext& context : contexts_) {
    context.accessed.resize(paths_.size(), true);
    context.accessedAtEnd.resize(paths_.size(), true);
  }
  contexts_.front().accessed.reset();
  for (bool changed = true; changed;) {
    changed = false;
    for (BlockContext& context : contexts_) {
      PathSet set;
      set.resize(paths_.size(), !pred_empty(context.block) && &context != &contexts_.front());
      for (BasicBlock* before : predecessors(context.block))
        if (auto found = numbers_.find(before); found != numbers_.end()) set &= contexts_[found->second].accessedAtEnd;
      context.accessed = set;
      walk(context, set, [](Instruction*, Position, const PathSet&, const PathSet&, Effects) {}, [](BaseId) {});
      if (set == context.accessedAtEnd) continue;
      context.accessedAtEnd = std::move(set);
      changed = true;
    }
  }
}

// What leaves the past accesses and is neither checked nor anticipated is checked there, and is a past check from then
// on.
static PathSet needed(PathSet dropped, const PathSet& checked, const PathSet& anticipated) {
  dropped.remove(checked);
  dropped.remove(anticipated);
  return dropped;
}

void Placer::noteChecked(PathSet& checked, const PathSet& placed) const {
  for (unsigned path : placed.reads.set_bits()) addAccess(checked, {Item::Access, false, path, {}, nullptr});
  for (unsigned path : placed.writes.set_bits()) addAccess(checked, {Item::Access, true, path, {}, nullptr});
}

void Placer::findChecked() {
  for (BlockContext& context : contexts_) {
    context.checked.resize(paths_.size(), true);
    context.checkedAtEnd.resize(paths_.size(), true);
  }
  auto note = [&](PathSet& checked, const PathSet& dropped, const PathSet& anticipated) {
    noteChecked(checked, needed(dropped, checked, anticipated));
  };
  for (bool changed = true; changed;) {
    changed = false;
    for (BlockContext& context : contexts_) {
      PathSet set;
      set.resize(paths_.size(), &context != &contexts_.front());
      for (BasicBlock* before : predecessors(context.block))
        if (auto found = numbers_.find(before); found != numbers_.end()) {
          const BlockContext& from = contexts_[found->second];
          PathSet checked = from.checkedAtEnd, lost = from.accessedAtEnd;
          lost.remove(context.accessed);
          note(checked, lost, context.anticipated);
          set &= checked;
        }
      context.checked = set;
      PathSet accessed = context.accessed;
      walk(
          context, accessed,
          [&](Instruction*, Position, const PathSet& dropped, const PathSet& anticipated, Effects effects) {
            note(set, dropped, anticipated);
            if (effects.releases || effects.frees) set.reset();
          },
          [&](BaseId base) { removeBase(set, base); });
      if (set == context.checkedAtEnd) continue;
      context.checkedAtEnd = std::move(set);
      changed = true;
    }
  }
}

// Emitting

// The accesses from which a place is reached with nothing in between that would have had them checked: what a check
// there can stand for. The nearest first, and not too many, since they are for reports only.
SmallVector<const Item*, 8> Placer::reaching(Position start) const {
  constexpr unsigned maxBlocks = 32, maxItems = 64;
  SmallVector<const Item*, 8> found;
  SmallVector<Position, 8> todo{start};
  BitVector seen(contexts_.size());
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
      auto known = numbers_.find(before);
      if (known == numbers_.end() || seen[known->second]) continue;
      seen.set(known->second);
      todo.push_back({&contexts_[known->second], contexts_[known->second].items.size()});
    }
  }
  return found;
}

static uint64_t alignmentAt(uint64_t known, int64_t distance) {
  return distance ? MinAlign(known, uint64_t(std::abs(distance))) : known;
}

// Section 4: paths of one pointer that overlap or adjoin are one check. What a write check covers needs no read check.
void Placer::addChecks(Placement& placement, Instruction* before, Position position, const PathSet& paths) const {
  if (paths.none()) return;
  SmallVector<const Item*, 8> items = reaching(position);
  if (auto* call = dyn_cast_or_null<CallInst>(before->getPrevNode()); call && call->isMustTailCall()) before = call;
  SmallVector<PathId, 8> todo[2];
  BitVector covered(paths_.size());
  for (unsigned path : paths.writes.set_bits()) {
    todo[1].push_back(path);
    for (PathId inner : paths_[path].within) covered.set(inner);
  }
  for (unsigned path : paths.reads.set_bits())
    if (!covered[path]) todo[0].push_back(path);
  for (bool isWrite : {true, false}) {
    sort(todo[isWrite], [&](PathId a, PathId b) {
      const Path &x = paths_[a], &y = paths_[b];
      return std::tuple(x.base, x.offset, x.bytes) < std::tuple(y.base, y.offset, y.bytes);
    });
    auto& checks = placement[before];
    size_t first = checks.size();
    BaseId last = ~0u;
    for (PathId id : todo[isWrite]) {
      const Path& path = paths_[id];
      Check* previous = checks.size() > first && last == path.base ? &checks.back() : nullptr;
      if (previous && path.offset <= previous->offset + int64_t(previous->bytes)) {
        int64_t end = std::max<int64_t>(previous->offset + previous->bytes, path.offset + path.bytes);
        previous->bytes = end - previous->offset;
      } else {
        checks.push_back({bases_[path.base], path.offset, path.bytes, 1, isWrite, {}});
        previous = &checks.back();
        last = path.base;
      }
      previous->alignment = std::max(previous->alignment, alignmentAt(path.alignment, path.offset - previous->offset));
    }
    for (size_t i = first; i < checks.size(); ++i)
      for (const Item* item : items) {
        const Path& path = paths_[item->index];
        if (item->isWrite == isWrite && bases_[path.base] == checks[i].base && path.offset >= checks[i].offset &&
            path.offset + int64_t(path.bytes) <= checks[i].offset + int64_t(checks[i].bytes))
          checks[i].accesses.push_back({item->instruction, path.offset, path.bytes});
      }
  }
}

Placement Placer::run() {
  Placement placement;
  collect();
  if (paths_.empty()) return placement;
  findWaitingLoops();
  findUsedLater();
  findAnticipated();
  findAccessed();
  findChecked();
  struct EdgeChecks {
    BasicBlock *from, *to;
    PathSet paths;
  };
  std::vector<EdgeChecks> edges;
  for (BlockContext& context : contexts_) {
    for (BasicBlock* before : predecessors(context.block)) {
      auto found = numbers_.find(before);
      if (found == numbers_.end()) continue;
      const BlockContext& from = contexts_[found->second];
      PathSet lost = from.accessedAtEnd;
      lost.remove(context.accessed);
      PathSet paths = needed(lost, from.checkedAtEnd, context.anticipated);
      if (!paths.none()) edges.push_back({before, context.block, std::move(paths)});
    }
    PathSet accessed = context.accessed, checked = context.checked;
    walk(
        context, accessed,
        [&](Instruction* at, Position position, const PathSet& dropped, const PathSet& anticipated, Effects effects) {
          PathSet paths = needed(dropped, checked, anticipated);
          addChecks(placement, at, position, paths);
          noteChecked(checked, paths);
          if (effects.releases || effects.frees) checked.reset();
        },
        [&](BaseId base) { removeBase(checked, base); });
  }
  for (EdgeChecks& edge : edges) {
    Instruction* end = edge.from->getTerminator();
    if (end->getNumSuccessors() != 1) {
      // Where an edge cannot be split, the end of its block is right too, only too often.
      if (BasicBlock* middle = SplitEdge(edge.from, edge.to)) end = middle->getTerminator();
    }
    const BlockContext& from = contextOf(edge.from);
    addChecks(placement, end, {&from, from.items.size()}, edge.paths);
  }
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
