#include "order/owners.h"

#include "pointer/call_parts.h"
#include "program/library.h"

#include "llvm/ADT/SetVector.h"

namespace steward {

// Whether a function, or what calls it, is known to start threads that complete a state.
bool Owners::completesState(InstanceId instance, unsigned depth) const {
  const CallModel* model = pointers_.modelOf(pointers_.instances()[instance].function);
  if (model && model->has(EffectKind::Complete)) return true;
  if (depth > 2) return false;
  bool isCalled = false;
  for (uint32_t n = 0; n < pointers_.instances().size(); ++n)
    for (const Reach::Edge& e : reach_.edges(InstanceId(n))) {
      if (e.callee != instance || e.isFork) continue;
      const Function& caller = pointers_.functionOf(InstanceId(n));
      if (!isLibraryCode(pointers_.program(), caller, pointers_.program().instructions[e.call])) return false;
      if (!completesState(InstanceId(n), depth + 1)) return false;
      isCalled = true;
    }
  return isCalled;
}

// The state is an object that the thread's own argument has a pointer to.
llvm::ArrayRef<ObjectId> Owners::states(ForkId id) {
  auto [it, isNew] = states_.try_emplace(id);
  if (!isNew || !completesState(origins_[id].site.instance)) return it->second;
  const ObjectTable& objects = pointers_.objects();
  for (OriginId origin : origins_[id].origins) {
    InstanceId entry = origins_[origin].entry;
    if (pointers_.functionOf(entry).parameterCount == 0) continue;
    for (LocationId argument : pointers_.pointsTo(entry, ValueId::local(LocalId(0)))) {
      ObjectId own = objects.whole(objects[argument].object);
      for (LocationId place : objects.locationsOf(objects[argument].object))
        for (LocationId target : pointers_.contentOf(place)) {
          ObjectId state = objects.whole(objects[target].object);
          if (state != own && objects[state].kind == ObjectKind::Heap && !llvm::is_contained(it->second, state))
            it->second.push_back(state);
        }
    }
  }
  return it->second;
}

llvm::ArrayRef<ObjectId> Owners::tokens(ForkId fork) {
  auto all = states(fork);
  return all.empty() ? llvm::ArrayRef<ObjectId>(origins_[fork].threads) : all;
}

const llvm::DenseSet<ObjectId>& Owners::detached() {
  if (detached_) return *detached_;
  detached_.emplace();
  const Program& program = pointers_.program();
  for (uint32_t n = 0; n < pointers_.instances().size(); ++n)
    for (BlockId b : program.blocksOf(pointers_.functionOf(InstanceId(n))))
      for (InstructionId i : program.instructionsOf(program.blocks[b])) {
        if (!isCall(program.instructions[i].opcode)) continue;
        for (const CallModel* model : pointers_.modelsAt({InstanceId(n), i})) {
          const Effect* detach = model->find(EffectKind::Detach);
          if (!detach) continue;
          ValueId handle = argumentOf(program, program.instructions[i], detach->handle);
          if (!handle) continue;
          auto places = pointers_.pointsTo(InstanceId(n), handle);
          if (detach->handle.indirect)
            detached_->insert_range(contentOf(places));
          else
            for (LocationId place : places) detached_->insert(pointers_.objects()[place].object);
        }
      }
  return *detached_;
}

bool Owners::isOwned(ForkId id) {
  auto [it, isNew] = owned_.try_emplace(id, false);
  return isNew ? owned_[id] = findOwned(id) : it->second;
}

bool Owners::findOwned(ForkId id) {
  const Fork& fork = origins_[id];
  const Function& function = pointers_.functionOf(fork.site.instance);
  if (!isLibraryCode(pointers_.program(), function, pointers_.program().instructions[fork.site.instruction]))
    return false;
  return isForState(id) || llvm::none_of(fork.threads, [&](ObjectId thread) { return detached().contains(thread); });
}

llvm::SmallVector<ObjectId, 4> Owners::contentOf(llvm::ArrayRef<LocationId> places) const {
  const ObjectTable& objects = pointers_.objects();
  llvm::SmallSetVector<ObjectId, 4> found;
  llvm::ArrayRef<LocationId> last; // neighbours often hold the same
  for (LocationId place : places) {
    auto content = pointers_.contentOf(place);
    if (content.data() == last.data() && content.size() == last.size()) continue;
    last = content;
    for (LocationId stored : content) found.insert(objects.whole(objects[stored].object));
  }
  return found.takeVector();
}

llvm::SmallVector<ObjectId, 4> Owners::objectsOf(llvm::ArrayRef<LocationId> places) const {
  const ObjectTable& objects = pointers_.objects();
  llvm::SmallSetVector<ObjectId, 4> found;
  for (LocationId place : places) found.insert(objects.whole(objects[place].object));
  return found.takeVector();
}

bool Owners::isOf(ObjectId object, ForkId fork) {
  return llvm::is_contained(origins_[fork].threads, object) || llvm::is_contained(states(fork), object);
}

bool Owners::areOf(llvm::ArrayRef<ObjectId> found, ForkId fork) {
  return !found.empty() && llvm::all_of(found, [&](ObjectId object) { return isOf(object, fork); });
}

bool Owners::areSomeOf(llvm::ArrayRef<ObjectId> found, ForkId fork) {
  return llvm::any_of(found, [&](ObjectId object) { return isOf(object, fork); });
}

const std::vector<LocationId>& Owners::holders(ObjectId wanted) {
  auto [it, isNew] = holders_.try_emplace(wanted);
  if (!isNew) return it->second;
  const ObjectTable& objects = pointers_.objects();
  for (uint32_t n = 0; n < objects.locationCount(); ++n)
    if (llvm::any_of(pointers_.contentOf(LocationId(n)),
                     [&](LocationId content) { return objects.whole(objects[content].object) == wanted; }))
      it->second.push_back(LocationId(n));
  return it->second;
}

bool Owners::isOwnedOnlyAt(ForkId fork, llvm::ArrayRef<LocationId> places, InstanceId instance, BlockId block) {
  const ObjectTable& objects = pointers_.objects();
  // The thread itself, and the state that it works for, hold what they need; they own nothing by that.
  llvm::SmallVector<ObjectId, 4> ofThread(tokens(fork));
  for (OriginId origin : origins_[fork].origins) {
    InstanceId entry = origins_[origin].entry;
    for (uint32_t k = 0; k < pointers_.functionOf(entry).parameterCount; ++k)
      for (LocationId argument : pointers_.pointsTo(entry, ValueId::local(LocalId(k))))
        ofThread.push_back(objects.whole(objects[argument].object));
  }
  return llvm::all_of(tokens(fork), [&](ObjectId token) {
    return llvm::all_of(holders(token), [&](LocationId holder) {
      const Object& object = objects[objects[holder].object];
      if (llvm::is_contained(ofThread, objects.whole(objects[holder].object))) return true;
      // Beside its state a future has a pointer to what counts its owners.
      bool isThere = llvm::any_of(places, [&](LocationId place) {
        bool isBeside = isForState(fork) && objects[place].object == objects[holder].object &&
                        objects[holder].offset == objects[place].offset + 8;
        return place == holder || isBeside;
      });
      if (isThere) return true;
      // A stack of the thread itself.
      bool isItsOwn = object.kind == ObjectKind::Stack && llvm::any_of(origins_[fork].origins, [&](OriginId origin) {
                        return reaches(origins_[origin].entry, object.instance);
                      });
      // What the library keeps for itself is no future of anybody.
      bool isInternal = object.type && pointers_.models().isInternal(
                                           pointers_.program().text(pointers_.program().types[object.type].name));
      return ((isItsOwn || isInternal) && isForState(fork)) || !mayBeAlive(holder, instance, block);
    });
  });
}

bool Owners::isHeldOnlyAt(ObjectId wanted, llvm::ArrayRef<LocationId> places, InstanceId instance, BlockId block) {
  const ObjectTable& objects = pointers_.objects();
  return llvm::all_of(holders(wanted), [&](LocationId holder) {
    return llvm::is_contained(places, holder) || objects.whole(objects[holder].object) == wanted ||
           !mayBeAlive(holder, instance, block);
  });
}

// A local variable is gone when its function has returned, and means nothing any more where it is not used again: what
// was moved out of it is elsewhere.
bool Owners::mayBeAlive(LocationId holder, InstanceId instance, BlockId block) {
  const ObjectTable& objects = pointers_.objects();
  ObjectId id = objects[holder].object;
  const Object& object = objects[id];
  if (object.kind == ObjectKind::Buffer) return false; // on its way from one place to another
  if (object.kind != ObjectKind::Stack) return true;
  if (object.instance == instance) return isUsedFrom(id, instance, block);
  return reaches(object.instance, instance);
}

bool Owners::isUsedFrom(ObjectId variable, InstanceId instance, BlockId block) {
  auto [it, isNew] = used_.try_emplace({variable, instance, block}, false);
  if (!isNew) return it->second;
  const Program& program = pointers_.program();
  std::vector<BlockId> work{block};
  llvm::DenseSet<BlockId> seen{block};
  auto visit = [&](BlockId next) {
    if (seen.insert(next).second) work.push_back(next);
  };
  while (!work.empty()) {
    const Block& b = program.blocks[work.back()];
    work.pop_back();
    for (InstructionId i : program.instructionsOf(b))
      for (ValueId operand : program.operandsOf(program.instructions[i]))
        if (llvm::any_of(pointers_.pointsTo(instance, operand),
                         [&](LocationId place) { return pointers_.objects()[place].object == variable; }))
          return used_[{variable, instance, block}] = true;
    for (BlockId next : program.successorsOf(b)) visit(next);
    for (BlockId next : program.handlersOf(b)) visit(next);
  }
  return false;
}

bool Owners::reaches(InstanceId from, InstanceId to) {
  auto [it, isNew] = reached_.try_emplace(from);
  if (isNew) {
    std::vector<InstanceId> work{from};
    it->second.insert(from);
    while (!work.empty()) {
      InstanceId next = work.back();
      work.pop_back();
      for (const Reach::Edge& e : reach_.edges(next))
        if (!e.isFork && it->second.insert(e.callee).second) work.push_back(e.callee);
    }
  }
  return it->second.contains(to);
}

} // namespace steward
