#include "race/callers.h"

namespace steward {

void Callers::findCalls() {
  if (std::exchange(hasCalls_, true)) return;
  for (const FrameCall& call : order_.calls()) {
    calls_[call.to].push_back(&call);
    callsOf_[order_[call.to].instance].push_back(&call);
  }
  for (FrameId start : order_.frameRoots()) calls_.erase(start);
}

bool Callers::mayReach(FrameId frame, const SharedAccess& access) {
  return mayBe(frame, access.access.pointer,
               {pointers_.objects().whole(pointers_.objects()[access.location].object), access.location}, 0);
}

bool Callers::pointsTo(InstanceId instance, ValueId value, Target target) {
  const ObjectTable& objects = pointers_.objects();
  auto places = pointers_.pointsTo(instance, value);
  if (places.empty()) return false;
  // Sets are interned, few and large, and asked about again and again.
  auto [known, isNew] = objectsIn_.try_emplace(places.data());
  if (isNew)
    for (LocationId l : places) known->second.insert(objects.whole(objects[l].object));
  if (!known->second.contains(target.object)) return false;
  if (!target.place) return true;
  return llvm::any_of(places, [&](LocationId l) {
    if (objects.whole(objects[l].object) != target.object) return false;
    return l == target.place || objects[l].object != objects[target.place].object || objects[l].isAny() ||
           objects[target.place].isAny();
  });
}

bool Callers::gives(const FrameCall& call, LocalId parameter, Target target) {
  InstanceId caller = order_[call.from].instance;
  auto arguments = program_.argumentsOf(program_.instructions[call.call]);
  if (!pointers_.isPlainCall({caller, call.call}) || parameter.index >= arguments.size()) return true;
  return pointsTo(caller, arguments[parameter.index], target);
}

// Only the way back through plain steps is understood; anything else may be what the solution of the program says.
bool Callers::mayBe(FrameId frame, ValueId address, Target target, unsigned depth) {
  const Function& function = pointers_.functionOf(order_[frame].instance);
  for (unsigned steps = 0; steps < 32 && address.isLocal() && depth < maxDepth; ++steps) {
    InstructionId definition = program_.local(function, address.local()).definition;
    if (!definition) return mayBeGiven(frame, address.local(), target, depth);
    const Instruction& i = program_.instructions[definition];
    if (i.opcode == Opcode::Field || i.opcode == Opcode::Index)
      target.place = {}; // somewhere else in the object
    else if (i.opcode != Opcode::Copy)
      return true;
    address = program_.operandsOf(i)[0];
  }
  return true;
}

bool Callers::mayBeGiven(FrameId frame, LocalId parameter, Target target, unsigned depth) {
  findCalls();
  auto calls = calls_.find(frame);
  if (calls == calls_.end()) return true; // the start of a thread, or of what nobody calls
  auto [it, isNew] = given_.try_emplace({frame, parameter, target}, true);
  if (!isNew) return it->second; // in a recursion, where it is not known yet, too
  // That the pointer comes by this parameter must be seen of some call at all; a struct that is passed by value does
  // not.
  auto isGivenBy = [&](const FrameCall* call) { return gives(*call, parameter, target); };
  auto [never, isFirst] = neverGiven_.try_emplace({order_[frame].instance, parameter, target}, false);
  if (isFirst) never->second = llvm::none_of(callsOf_[order_[frame].instance], isGivenBy);
  bool result = never->second;
  for (const FrameCall* call : calls->second) {
    if (result) break;
    if (!isGivenBy(call)) continue;
    auto arguments = program_.argumentsOf(program_.instructions[call->call]);
    result = parameter.index >= arguments.size() || mayBe(call->from, arguments[parameter.index], target, depth + 1);
  }
  return given_[{frame, parameter, target}] = result;
}

} // namespace steward
