// What taking and giving back locks does to the concurrency state, and which lock a pointer means.
#include "order/order.h"

#include <utility>

namespace steward {

// A semaphore that may be a lock: lowering it takes the lock, raising it gives it back.
void OrderAnalysis::usePermit(FrameId frame, InstructionId instruction, const Effect& effect, State& state) {
  auto group = permits_.groupOf(frames_[frame].instance, program_.instructions[instruction], effect);
  if (!group) return;
  LockId lock = locks_.at(*group);
  auto isHeld = [&] {
    return llvm::any_of(state.locks, [&](const HeldLock& h) { return h.lock == lock && !h.pending; });
  };
  if (effect.kind == EffectKind::SemaphorePost)
    state.release(lock);
  else if (effect.kind == EffectKind::SemaphoreWait && effect.when != When::Always)
    state.acquire(lock, LockMode::Exclusive, instruction);
  else if ((effect.kind == EffectKind::SemaphoreWait || permits_.startsTaken(*group)) && !isHeld())
    state.acquire(lock, LockMode::Exclusive);
}

// An atomic variable that is used as a lock.
StateId OrderAnalysis::useSpinLock(FrameId frame, InstructionId instruction, StateId id) {
  InstanceId instance = frames_[frame].instance;
  bool takes = spinLocks_.takes(instance, instruction);
  if (!takes && !spinLocks_.gives(instance, instruction)) return id;
  ValueId pointer = program_.operandsOf(program_.instructions[instruction])[0];
  State state = states_[id];
  if (!takes)
    releaseAt(frame, pointer, state);
  else if (LockId lock = lockAt(frame, pointer, true))
    state.acquire(lock, LockMode::Exclusive, instruction);
  return states_.intern(state);
}

// The lock that a variable under a mutex, or a ticket, stands for.
LockId OrderAnalysis::lockOf(FrameId frame, const Monitors::Change& change) {
  InstanceId instance = frames_[frame].instance;
  auto moved = [&](auto offset) { return offset + static_cast<decltype(offset)>(change.distance); };
  auto address = exactAddress(pointers_, instance, change.pointer);
  if (address && reach_.isSingle(address->object)) return locks_.at({address->object, moved(address->offset)});
  FunctionId function = pointers_.instances()[instance].function;
  auto relative = roots_.of(function, change.pointer);
  if (!relative) return {};
  return locks_.relative({function, {relative->root, moved(relative->offset)}, false, true});
}

StateId OrderAnalysis::useMonitor(FrameId frame, InstructionId instruction, StateId id) {
  InstanceId instance = frames_[frame].instance;
  const Monitors::Change* change = monitors_.changeAt(instance, instruction);
  if (!change) return id;
  LockId lock = lockOf(frame, *change);
  State state = states_[id];
  if (change->takes) {
    if (lock) state.hold(lock, change->mode);
    return states_.intern(state);
  }
  // Whatever else it may be that is known by another name.
  auto places = pointers_.pointsTo(instance, change->pointer);
  auto isMeant = [&](const HeldLock& held) {
    if (held.lock == lock) return true;
    const RelativeLock* relative = locks_.relativeOf(held.lock);
    const ExactAddress* exact = locks_.addressOf(held.lock);
    auto isOf = [&](ObjectId object) {
      return llvm::any_of(places, [&](LocationId p) { return pointers_.objects()[p].object == object; });
    };
    if (relative && relative->isSpin) {
      auto own = roots_.of(relative->function, change->pointer);
      if (own && own->root == relative->address.root) return own->offset + change->distance == relative->address.offset;
      auto bases = pointers_.pointsTo(instance, relative->address.root);
      return llvm::any_of(bases, [&](LocationId base) { return isOf(pointers_.objects()[base].object); });
    }
    if (!exact || (lock && locks_.addressOf(lock))) return false;
    return llvm::any_of(places, [&](LocationId p) {
      const Location& at = pointers_.objects()[p];
      return at.object == exact->object &&
             (at.isAny() || at.offset + static_cast<uint64_t>(change->distance) == exact->offset);
    });
  };
  std::vector<LockId> released;
  for (const HeldLock& held : state.locks)
    if (isMeant(held)) released.push_back(held.lock);
  for (LockId held : released) state.release(held);
  if (lock) state.release(lock);
  return states_.intern(state);
}

// A pointer that is given another value leads to another lock.
StateId OrderAnalysis::afterChangeOfPointer(FrameId frame, InstructionId instruction, StateId id) {
  InstanceId instance = frames_[frame].instance;
  auto isChanged = [&](const HeldLock& held) {
    const ContentLock* content = locks_.contentOf(held.lock);
    const RelativeLock* relative = locks_.relativeOf(held.lock);
    if (!content && !(relative && relative->isContent)) return false;
    for (const MemoryAccess& access : accessesOf(pointers_, instance, instruction)) {
      if (access.mode != AccessMode::Write) continue;
      if (content && mayOverwrite(pointers_, instance, access.pointer, access.bytes, content->variable)) return true;
      if (content) continue;
      auto written = roots_.of(relative->function, access.pointer);
      if (written && written->root == relative->address.root) {
        if (access.bytes == Location::any ||
            (written->offset < relative->address.offset + 8 &&
             relative->address.offset < written->offset + static_cast<int64_t>(access.bytes)))
          return true;
        continue;
      }
      for (LocationId base : pointers_.pointsTo(instance, relative->address.root)) {
        const Location& at = pointers_.objects()[base];
        if (at.isAny() || mayOverwrite(pointers_, instance, access.pointer, access.bytes,
                                       {at.object, at.offset + static_cast<uint64_t>(relative->address.offset)}))
          return true;
      }
    }
    return false;
  };
  if (llvm::none_of(states_[id].locks, isChanged)) return id;
  State state = states_[id];
  std::erase_if(state.locks, isChanged);
  return states_.intern(state);
}

// A lock counts when it is one concrete lock, or when it is known relative to a value; what that is worth is seen when
// an access relative to the same value is found.
LockId OrderAnalysis::lockOf(FrameId frame, const Instruction& call, const Effect& effect) {
  if (!effect.object) return effect.global.empty() ? LockId() : locks_.named(effect.global);
  InstanceId instance = frames_[frame].instance;
  if (effect.object.indirect) {
    auto address = exactContent(pointers_, instance, argumentOf(program_, call, effect.object));
    return address && reach_.isSingle(address->object) ? locks_.at(*address) : LockId();
  }
  ValueId value = partOf(program_, call, effect.object);
  return value ? lockAt(frame, value) : LockId();
}

llvm::SmallVector<LockId, 2> OrderAnalysis::locksOf(FrameId frame, const Instruction& call, const Effect& effect) {
  llvm::SmallVector<LockId, 2> locks;
  if (effect.object.kind != CallPart::ArgumentsFrom) {
    locks.push_back(lockOf(frame, call, effect));
  } else {
    auto arguments = program_.argumentsOf(call);
    for (size_t k = effect.object.index; k < arguments.size(); ++k) locks.push_back(lockAt(frame, arguments[k]));
  }
  llvm::erase(locks, LockId());
  return locks;
}

LockId OrderAnalysis::lockAt(FrameId frame, ValueId value, bool isSpin) {
  InstanceId instance = frames_[frame].instance;
  auto address = exactAddress(pointers_, instance, value);
  if (address && reach_.isSingle(address->object)) return locks_.at(*address);
  FunctionId function = pointers_.instances()[instance].function;
  auto relative = roots_.of(function, value);
  return relative ? locks_.relative({function, *relative, false, isSpin}) : LockId();
}

// A lock that is known relative to a value which was read from a pointer variable is known by that as well: it is the
// lock that the variable leads to, for all who read the same there.
LockId OrderAnalysis::behindPointer(FrameId frame, LockId id) {
  if (!locks_.relativeOf(id)) return {};
  RelativeLock lock = *locks_.relativeOf(id);
  const Function& function = program_.functions[lock.function];
  ValueId root = lock.address.root;
  InstructionId definition = root.isLocal() ? program_.local(function, root.local()).definition : InstructionId();
  const Instruction* i = definition ? &program_.instructions[definition] : nullptr;
  if (lock.isContent || lock.isSpin || lock.isBesideHolder || lock.address.offset != 0) return {};
  if (!i || i->opcode != Opcode::Load) return {};
  ValueId variable = program_.operandsOf(*i)[0];
  auto exact = exactAddress(pointers_, frames_[frame].instance, variable);
  if (exact && reach_.isSingle(exact->object)) return locks_.content({*exact});
  auto path = roots_.of(lock.function, variable);
  return path ? locks_.relative({lock.function, *path, true}) : LockId();
}

bool OrderAnalysis::mayRelease(FrameId frame, ValueId released, LockId held) {
  InstanceId instance = frames_[frame].instance;
  if (const ExactAddress* address = locks_.addressOf(held)) return mayBe(pointers_, instance, released, *address);
  auto leadsTo = [&](const ExactAddress& variable) {
    LocationId stored = pointers_.objects().find(variable.object, variable.offset);
    if (!stored) return true;
    for (LocationId lock : pointers_.contentOf(stored))
      if (llvm::is_contained(pointers_.pointsTo(instance, released), lock)) return true;
    return false;
  };
  if (const ContentLock* content = locks_.contentOf(held)) return leadsTo(content->variable);
  const RelativeLock* relative = locks_.relativeOf(held);
  if (!relative) return false;
  if (relative->isBesideHolder) return true; // which object that is, only the callers know
  if (relative->isContent) {
    for (LocationId base : pointers_.pointsTo(instance, relative->address.root)) {
      const Location& at = pointers_.objects()[base];
      if (at.isAny() || leadsTo({at.object, at.offset + static_cast<uint64_t>(relative->address.offset)})) return true;
    }
    return false;
  }
  auto own = roots_.of(relative->function, released);
  // Two places of one object are the same place or not; of two values nobody knows, unless they point elsewhere.
  if (own && own->root == relative->address.root) return own->offset == relative->address.offset;
  const ObjectTable& objects = pointers_.objects();
  auto places = pointers_.pointsTo(instance, released);
  for (LocationId base : pointers_.pointsTo(instance, relative->address.root))
    for (LocationId place : places)
      if (objects.whole(objects[base].object) == objects.whole(objects[place].object)) return true;
  return false;
}

// Whatever lock this may be is not surely held any more.
void OrderAnalysis::releaseLock(FrameId frame, const Instruction& call, const Effect& effect, State& state) {
  if (!effect.object) {
    if (!effect.global.empty()) state.release(locks_.named(effect.global));
    return;
  }
  if (ValueId value = partOf(program_, call, effect.object)) releaseAt(frame, value, state);
}

void OrderAnalysis::releaseAt(FrameId frame, ValueId value, State& state) {
  std::vector<LockId> released;
  for (const HeldLock& held : state.locks)
    if (mayRelease(frame, value, held.lock)) released.push_back(held.lock);
  for (const GuardedLock& held : state.guarded)
    if (mayRelease(frame, value, held.lock)) released.push_back(held.lock);
  std::sort(released.begin(), released.end());
  released.erase(std::unique(released.begin(), released.end()), released.end());
  for (LockId lock : released) state.release(lock);
}

StateId OrderAnalysis::forget(FrameId frame, LocalId local, StateId id) {
  FunctionId function = pointers_.instances()[frames_[frame].instance].function;
  auto isMeant = [&](const HeldLock& held) {
    const RelativeLock* relative = locks_.relativeOf(held.lock);
    return relative && roots_.dependsOn(function, relative->address.root, local);
  };
  if (llvm::none_of(states_[id].locks, isMeant)) return id;
  State state = states_[id];
  std::erase_if(state.locks, isMeant);
  return states_.intern(state);
}

} // namespace steward
