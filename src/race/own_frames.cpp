#include "race/own_frames.h"

namespace steward {

static constexpr unsigned maxSteps = 20000, maxDepth = 200;

void OwnFrames::findCallers() {
  if (!callers_.empty()) return;
  callers_.resize(pointers_.instances().size());
  for (uint32_t n = 0; n < callers_.size(); ++n)
    for (const Reach::Edge& e : reach_.edges(InstanceId(n)))
      callers_[e.callee.index].push_back({InstanceId(n), e.call, e.isFork});
}

bool OwnFrames::mayBeIn(llvm::ArrayRef<LocationId> places, ObjectId variable) const {
  const ObjectTable& objects = pointers_.objects();
  return llvm::any_of(places, [&](LocationId place) { return objects.whole(objects[place].object) == variable; });
}

// The greatest solution: everything is so until something speaks against it, and then all that rested on it is asked
// again.
bool OwnFrames::isOwn(InstanceId instance, ValueId address, ObjectId variable) {
  findCallers();
  variable = pointers_.objects().whole(variable);
  for (bool result = true;;) {
    isRefuted_ = false;
    depth_ = steps_ = 0;
    result = find(instance, address, variable);
    if (!result || !isRefuted_) return result;
    std::erase_if(known_, [](const auto& entry) { return entry.second; });
    std::erase_if(stored_, [](const auto& entry) { return entry.second; });
  }
}

bool OwnFrames::find(InstanceId instance, ValueId value, ObjectId variable) {
  if (!mayBeIn(pointers_.pointsTo(instance, value), variable)) return true;
  if (!value.isLocal()) return false;
  auto [it, isNew] = known_.try_emplace({instance, value, variable}, true);
  if (!isNew) return it->second;
  auto refute = [&] {
    isRefuted_ = true;
    return known_[{instance, value, variable}] = false;
  };
  if (++steps_ > maxSteps || depth_ > maxDepth) return refute();
  ++depth_;
  const Function& function = pointers_.functionOf(instance);
  InstructionId definition = program_.local(function, value.local()).definition;
  bool result = false;
  if (!definition) {
    result = isHanded(instance, value.local().index, variable);
  } else {
    const Instruction& i = program_.instructions[definition];
    auto operands = program_.operandsOf(i);
    auto all = [&](llvm::ArrayRef<ValueId> values) {
      return llvm::all_of(values, [&](ValueId v) { return find(instance, v, variable); });
    };
    switch (i.opcode) {
    case Opcode::Allocate:
      result = i.storage == Storage::Stack;
      break;
    case Opcode::Field:
    case Opcode::Index:
    case Opcode::Copy:
      result = find(instance, operands[0], variable);
      break;
    case Opcode::Phi:
      result = all(operands);
      break;
    case Opcode::Select:
      result = all(operands.drop_front());
      break;
    case Opcode::Load:
      result = isRead(instance, operands[0], variable);
      break;
    case Opcode::Call:
    case Opcode::CallIndirect:
      result = isReturned(instance, definition, variable);
      break;
    default:
      break;
    }
  }
  --depth_;
  return result || refute();
}

bool OwnFrames::isHanded(InstanceId instance, uint32_t parameter, ObjectId variable) {
  const auto& callers = callers_[instance.index];
  if (callers.empty()) return false;
  return llvm::all_of(callers, [&](const Caller& c) {
    if (c.isFork || !pointers_.isPlainCall({c.instance, c.call})) return false;
    auto arguments = program_.argumentsOf(program_.instructions[c.call]);
    return parameter < arguments.size() && find(c.instance, arguments[parameter], variable);
  });
}

// What is read from a variable of the thread's own, in which nobody stores other addresses.
bool OwnFrames::isRead(InstanceId instance, ValueId address, ObjectId variable) {
  const ObjectTable& objects = pointers_.objects();
  for (LocationId place : pointers_.pointsTo(instance, address)) {
    if (!mayBeIn(pointers_.contentOf(place), variable)) continue;
    ObjectId holder = objects.whole(objects[place].object);
    if (objects[holder].kind != ObjectKind::Stack || objects[place].isAny()) return false;
    if (!find(instance, address, holder) || !isStoredOwn(place, variable)) return false;
  }
  return true;
}

bool OwnFrames::isStoredOwn(LocationId place, ObjectId variable) {
  auto [it, isNew] = stored_.try_emplace({place, variable}, true);
  if (!isNew) return it->second;
  constexpr uint64_t pointerBytes = 8;
  ObjectId holder = pointers_.objects().whole(pointers_.objects()[place].object);
  bool result = writes_.allTo(place, pointerBytes, [&](const Write& w) {
    const Instruction& i = program_.instructions[w.access.instruction];
    if (w.access.mode == AccessMode::Free) return true;
    if (i.opcode == Opcode::MemorySet) return true; // no address
    if (i.opcode != Opcode::Store) return false;
    ValueId value = program_.operandsOf(i)[1];
    if (!mayBeIn(pointers_.pointsTo(w.instance, value), variable)) return true;
    return find(w.instance, program_.operandsOf(i)[0], holder) && find(w.instance, value, variable);
  });
  if (!result) isRefuted_ = true;
  return stored_[{place, variable}] = result;
}

bool OwnFrames::isReturned(InstanceId instance, InstructionId call, ObjectId variable) {
  CallSite site{instance, call};
  auto callees = pointers_.callees(site);
  if (callees.empty() || !pointers_.isPlainCall(site) || !pointers_.modelsAt(site).empty()) return false;
  for (InstanceId callee : callees)
    for (BlockId b : program_.blocksOf(pointers_.functionOf(callee)))
      for (InstructionId r : program_.instructionsOf(program_.blocks[b]))
        if (const Instruction& back = program_.instructions[r]; back.opcode == Opcode::Return && back.operandCount != 0)
          if (!find(callee, program_.operandsOf(back)[0], variable)) return false;
  return true;
}

} // namespace steward
