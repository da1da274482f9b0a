#include "race/fresh.h"

namespace steward {

// Null, or a variable that has got no value yet.
bool Fresh::isNothing(ValueId v) const {
  if (!v.isConstant()) return false;
  ConstantKind kind = program_.constants[v.constant()].kind;
  return kind == ConstantKind::Null || kind == ConstantKind::Undefined;
}

ValueId Fresh::rootOf(const Function& function, ValueId address) const {
  for (unsigned depth = 0; depth < 32 && address.isLocal(); ++depth) {
    InstructionId definition = program_.local(function, address.local()).definition;
    if (!definition) return address;
    const Instruction& i = program_.instructions[definition];
    auto operands = program_.operandsOf(i);
    if (i.opcode == Opcode::Copy || i.opcode == Opcode::Field || i.opcode == Opcode::Index) {
      address = operands[0];
      continue;
    }
    if (i.opcode == Opcode::Load)
      if (ValueId stored = storedIn(function, operands[0], definition)) {
        address = stored;
        continue;
      }
    if (i.opcode != Opcode::Phi) return address;
    ValueId only;
    for (ValueId v : operands) {
      if (isNothing(v)) continue;
      if (only && only != v) return address;
      only = v;
    }
    if (!only) return address;
    address = only;
  }
  return {};
}

ValueId Fresh::rootIn(InstanceId instance, ValueId address, unsigned depth) {
  const Function& function = pointers_.functionOf(instance);
  for (;; ++depth) {
    ValueId root = rootOf(function, address);
    InstructionId made = root.isLocal() ? program_.local(function, root.local()).definition : InstructionId();
    if (!made || program_.instructions[made].opcode != Opcode::Load || depth > maxDepth) return root;
    ValueId stored = storedInNew(instance, made, depth);
    if (!stored) return root;
    address = stored;
  }
}

bool Fresh::isFresh(InstanceId instance, ValueId address, InstructionId at, unsigned depth) {
  if (depth > maxDepth) return false;
  const Function& function = pointers_.functionOf(instance);
  ValueId root = rootIn(instance, address, depth);
  if (!root.isLocal()) return false;
  auto key = std::tuple(instance, root, at);
  InstructionId made = program_.local(function, root.local()).definition;
  // Round a loop it is what it was, if it is so the first time.
  if (made && program_.instructions[made].opcode == Opcode::Phi)
    return chosen_.ask(key, [&] { return isOneOfSeveral(instance, made, at, depth); });
  if (auto it = known_.find(key); it != known_.end()) return it->second;
  bool result = false;
  known_[key] = false; // while it is being looked for
  if (made) {
    const Instruction& i = program_.instructions[made];
    result = isMade(instance, made, depth) ||
             (i.opcode == Opcode::Load && isFreshAtCallers(instance, program_.operandsOf(i)[0], depth));
  } else {
    // A parameter: when it is at every call. What is handed to a new thread is out by that.
    auto [it, isNew] = parameters_.try_emplace({instance, root.local()}, false);
    if (isNew) {
      bool isAlways = !reach_.recurs(instance);
      const auto& callers = scopes_.callersOf(instance);
      isAlways &= !callers.empty() && !scopes_.isForked(instance);
      for (auto [caller, call] : callers) {
        auto arguments = program_.argumentsOf(program_.instructions[call]);
        if (!isAlways) break;
        isAlways = pointers_.isPlainCall({caller, call}) && root.local().index < arguments.size() &&
                   isFresh(caller, arguments[root.local().index], call, depth + 1);
      }
      parameters_[{instance, root.local()}] = isAlways;
      result = isAlways;
    } else {
      result = it->second;
    }
  }
  if (result) {
    const Uses& all = uses(instance, root.local(), depth);
    if (!all.isReady) return false;
    result = !isOut(all, made, at);
    // Where it is out, it may be that null goes on from there.
    if (!result)
      if (InstructionId phi = choiceOf(function, address)) result = isOneOfSeveral(instance, phi, at, depth);
  }
  return known_[key] = result;
}

// The phi that an address comes from, the nearest.
InstructionId Fresh::choiceOf(const Function& function, ValueId address) const {
  for (unsigned depth = 0; depth < 32 && address.isLocal(); ++depth) {
    InstructionId definition = program_.local(function, address.local()).definition;
    if (!definition) return {};
    const Instruction& i = program_.instructions[definition];
    if (i.opcode == Opcode::Phi) return definition;
    if (i.opcode != Opcode::Copy && i.opcode != Opcode::Field && i.opcode != Opcode::Index) return {};
    address = program_.operandsOf(i)[0];
  }
  return {};
}

// Whether all that a phi may be are such objects when control comes from there, and none is let out behind it.
bool Fresh::isOneOfSeveral(InstanceId instance, InstructionId phi, InstructionId at, unsigned depth) {
  if (depth > maxDepth) return false;
  auto values = program_.operandsOf(program_.instructions[phi]);
  auto from = program_.incomingOf(program_.instructions[phi]);
  for (size_t k = 0; k < values.size(); ++k) {
    ValueId v = values[k];
    if (isNothing(v)) continue;
    const Block& block = program_.blocks[from[k]];
    InstructionId last(block.firstInstruction.index + block.instructionCount - 1);
    if (!isFresh(instance, v, last, depth + 1)) return false;
    ValueId root = rootIn(instance, v, depth);
    const Uses& all = uses(instance, root.local(), depth + 1);
    BlockId barrier = reach_.blockOf(phi);
    if (!all.isReady) return false;
    for (InstructionId way : all.ways)
      if ((reach_.blockOf(way) == barrier ? phi < way : scopes_.reaches(phi, way, barrier)) &&
          scopes_.reaches(way, at, barrier))
        return false;
  }
  return true;
}

// What a variable holds where an instruction uses it, when it is written once, before: a temporary that the compiler
// did not put in a register, or one that is handed to a function by its address.
ValueId Fresh::storedIn(const Function& function, ValueId address, InstructionId at) const {
  if (!address.isLocal()) return {};
  InstructionId definition = program_.local(function, address.local()).definition;
  if (!definition || program_.instructions[definition].opcode != Opcode::Allocate ||
      program_.instructions[definition].storage != Storage::Stack)
    return {};
  auto [it, isNew] = stores_.try_emplace({function.firstLocal, address.local()});
  if (isNew) it->second = onlyStore(function, address);
  FunctionId id = program_.blocks[function.firstBlock].function;
  if (!it->second || !scopes_.comesBefore(id, it->second, at)) return {};
  return program_.operandsOf(program_.instructions[it->second])[1];
}

// What was put into an object that this function has made, and is read again from there:
//
//   q = malloc(sizeof *q);  q->items = malloc(n);  q->items[0] = 0;
//
// Only this one instruction ever writes there: so for this object it is this call of the function that has, before.
ValueId Fresh::storedInNew(InstanceId instance, InstructionId load, unsigned depth) {
  constexpr uint64_t pointerBytes = 8;
  const Function& function = pointers_.functionOf(instance);
  // The value that an address starts from, and how far it is from there.
  auto startOf = [&](ValueId address) {
    int64_t offset = 0;
    for (unsigned n = 0; n < 16 && address.isLocal(); ++n) {
      InstructionId definition = program_.local(function, address.local()).definition;
      if (!definition) break;
      const Instruction& i = program_.instructions[definition];
      if (i.opcode != Opcode::Copy && i.opcode != Opcode::Field) break;
      if (i.opcode == Opcode::Field) offset += i.immediate;
      address = program_.operandsOf(i)[0];
    }
    return std::pair(address, offset);
  };
  ValueId address = program_.operandsOf(program_.instructions[load])[0];
  auto start = startOf(address);
  auto places = pointers_.pointsTo(instance, address);
  InstructionId made =
      start.first.isLocal() ? program_.local(function, start.first.local()).definition : InstructionId();
  if (places.size() != 1 || !made || !isMade(instance, made, depth + 1)) return {};
  InstructionId store;
  bool isOnly = scopes_.writes.allTo(places[0], pointerBytes, [&](const Write& write) {
    const Instruction& by = program_.instructions[write.access.instruction];
    if (write.access.mode == AccessMode::Free || by.opcode == Opcode::MemorySet) return true;
    if (by.opcode != Opcode::Store || (store && store != write.access.instruction)) return false;
    store = write.access.instruction;
    return true;
  });
  FunctionId id = pointers_.instances()[instance].function;
  if (!isOnly || !store || program_.blocks[reach_.blockOf(store)].function != id) return {};
  auto operands = program_.operandsOf(program_.instructions[store]);
  return startOf(operands[0]) == start && scopes_.comesBefore(id, store, load) ? operands[1] : ValueId();
}

// The only instruction that writes a variable.
InstructionId Fresh::onlyStore(const Function& function, ValueId address) const {
  InstructionId store;
  for (BlockId b : program_.blocksOf(function))
    for (InstructionId id : program_.instructionsOf(program_.blocks[b])) {
      const Instruction& i = program_.instructions[id];
      auto operands = program_.operandsOf(i);
      if (!llvm::is_contained(operands, address) || i.opcode == Opcode::Load) continue;
      if (i.opcode == Opcode::Store && !store && operands[0] == address && operands[1] != address)
        store = id;
      else if (!isOnlyReadBy(i, address))
        return {};
    }
  return store;
}

// Whether a call of a function does nothing with the address of a variable but read it.
bool Fresh::isOnlyReadBy(const Instruction& call, ValueId address) const {
  FunctionId callee = program_.calleeOf(call);
  if (!callee || program_.functions[callee].blockCount == 0) return false;
  const Function& function = program_.functions[callee];
  auto arguments = program_.argumentsOf(call);
  for (uint32_t k = 0; k < arguments.size(); ++k) {
    if (arguments[k] != address) continue;
    if (k >= function.parameterCount) return false;
    ValueId parameter = ValueId::local(LocalId(k));
    for (BlockId b : program_.blocksOf(function))
      for (InstructionId id : program_.instructionsOf(program_.blocks[b]))
        if (const Instruction& i = program_.instructions[id]; i.opcode != Opcode::Load)
          if (llvm::is_contained(program_.operandsOf(i), parameter)) return false;
  }
  return true;
}

// What a function reads from a variable of its callers that it is handed the address of.
bool Fresh::isFreshAtCallers(InstanceId instance, ValueId address, unsigned depth) {
  const Function& function = pointers_.functionOf(instance);
  address = stripCopies(program_, function, address);
  if (!address.isLocal() || program_.local(function, address.local()).definition) return false;
  if (reach_.recurs(instance) || scopes_.isForked(instance)) return false;
  const auto callers = scopes_.callersOf(instance);
  return !callers.empty() && llvm::all_of(callers, [&](const auto& at) {
    auto arguments = program_.argumentsOf(program_.instructions[at.second]);
    if (!pointers_.isPlainCall({at.first, at.second}) || address.local().index >= arguments.size()) return false;
    const Function& caller = pointers_.functionOf(at.first);
    ValueId held = storedIn(caller, stripCopies(program_, caller, arguments[address.local().index]), at.second);
    return held && isFresh(at.first, held, at.second, depth + 1);
  });
}

// Whether the instruction makes an object: allocates it, or calls a function that does and lets nobody have it.
bool Fresh::isMade(InstanceId instance, InstructionId definition, unsigned depth) {
  const Instruction& i = program_.instructions[definition];
  if (i.opcode == Opcode::Allocate) return !reach_.isInLoop(reach_.blockOf(definition)) || i.storage == Storage::Heap;
  if (takes_ && takes_->isTake(instance, definition)) return true;
  if (!isCall(i.opcode)) return false;
  auto [it, isNew] = made_.try_emplace({instance, definition}, false);
  if (!isNew || depth > maxDepth) return it->second;
  CallSite site{instance, definition};
  auto models = pointers_.modelsAt(site);
  auto callees = pointers_.callees(site);
  bool isAll = !models.empty() || !callees.empty();
  for (const CallModel* model : models) {
    if (model->body == BodyRule::Kept) continue;
    isAll &= llvm::any_of(model->effects, [](const Effect& e) {
      return e.kind == EffectKind::Allocate && (!e.to || e.to.kind == CallPart::Result);
    });
  }
  if (!callees.empty() && !pointers_.isPlainCall(site)) isAll = false;
  for (InstanceId callee : callees) {
    if (!isAll || reach_.recurs(callee)) return false;
    const Function& function = pointers_.functionOf(callee);
    bool isAny = false;
    for (BlockId b : program_.blocksOf(function)) {
      const Block& block = program_.blocks[b];
      InstructionId last(block.firstInstruction.index + block.instructionCount - 1);
      const Instruction& end = program_.instructions[last];
      if (end.opcode != Opcode::Return) continue;
      if (end.operandCount == 0) return false;
      ValueId returned = program_.operandsOf(end)[0];
      if (returned.isConstant() && program_.constants[returned.constant()].kind == ConstantKind::Null) continue;
      ValueId root = rootIn(callee, returned, depth);
      // Not a parameter: that would be the caller's.
      if (!root.isLocal() || !program_.local(function, root.local()).definition) return false;
      const Instruction& source = program_.instructions[program_.local(function, root.local()).definition];
      if (source.opcode == Opcode::Allocate && source.storage == Storage::Stack) return false;
      if (!isFresh(callee, returned, last, depth + 1)) return false;
      // What lies in the caller's other objects goes where these go.
      if (const Uses& all = uses(callee, root.local(), depth + 1); !all.isReady || !all.wholes.empty()) return false;
      isAny = true;
    }
    isAll &= isAny;
  }
  return made_[{instance, definition}] = isAll;
}

const Fresh::Uses& Fresh::uses(InstanceId instance, LocalId root, unsigned depth) {
  auto [known, isNew] = uses_.try_emplace({instance, root});
  if (!isNew) return known->second;
  const Function& function = pointers_.functionOf(instance);
  Uses found;
  found.values.insert(root);
  auto isOne = [&](ValueId v) { return v.isLocal() && found.values.contains(v.local()); };
  // Other such objects that it is stored in: what is read from these may be it, and who gets these gets it.
  llvm::DenseSet<LocalId> containers;
  llvm::DenseSet<LocalId> selves; // the same for the object itself, when it holds its own address
  auto isContainer = [&](ValueId v) { return v.isLocal() && containers.contains(v.local()); };
  std::vector<ObjectId> objects; // that it may be the address of
  for (LocationId l : pointers_.pointsTo(instance, ValueId::local(root))) {
    ObjectId object = pointers_.objects().whole(pointers_.objects()[l].object);
    if (!llvm::is_contained(objects, object)) objects.push_back(object);
  }
  bool isByContent = false; // a call may have put it in memory that only this thread has
  // Where things are taken from containers, only who takes it itself has it.
  bool isLying = !takes_ && !program_.local(function, root).definition && lyingIn_.mayLie(instance, root);
  auto mayComeAlong = [&](InstructionId id) {
    return (isByContent && mayPublish(instance, id, objects)) ||
           (isLying && llvm::any_of(objects, [&](ObjectId o) { return lyingIn_.mayLetOut(instance, id, o); }));
  };
  bool hasChanged = true;
  // Whether it is out when it is put there. In another such object it is when that is, and what is the caller's is that
  // for the caller to say.
  auto isOutIn = [&](ValueId address, InstructionId id) {
    ValueId container = rootIn(instance, address, depth);
    if (!container.isLocal() || container.local() == root || !isFresh(instance, container, id, depth + 1)) return true;
    const Uses& others = uses(instance, container.local(), depth + 1);
    if (!others.isReady) return true;
    for (LocalId v : others.values) hasChanged |= containers.insert(v).second;
    found.ways.insert(found.ways.end(), others.ways.begin(), others.ways.end());
    found.returns.insert(found.returns.end(), others.returns.begin(), others.returns.end());
    found.wholes.insert(others.wholes.begin(), others.wholes.end());
    if (!program_.local(function, container.local()).definition) found.wholes.insert(container.local());
    return false;
  };
  // Until nothing is new: a value may come round a loop.
  while (std::exchange(hasChanged, false)) {
    found.ways.clear();
    found.returns.clear();
    for (BlockId b : program_.blocksOf(function))
      for (InstructionId id : program_.instructionsOf(program_.blocks[b])) {
        const Instruction& i = program_.instructions[id];
        auto operands = program_.operandsOf(i);
        bool isAlias = false, isOut = false;
        bool isOfContainer = llvm::any_of(operands, isContainer);
        if (!isOfContainer && llvm::none_of(operands, isOne)) {
          // What is read from memory that a call may have put it in; or what it lies in.
          if (mayComeAlong(id)) found.ways.push_back(id);
          continue;
        }
        if (isOfContainer) {
          isAlias = i.opcode == Opcode::Load && !pointers_.pointsTo(instance, ValueId::local(i.result)).empty();
          isOut = i.opcode == Opcode::MemoryCopy || i.opcode == Opcode::AtomicLoad ||
                  (isCall(i.opcode) && !pointers_.callees({instance, id}).empty());
        }
        switch (i.opcode) {
        case Opcode::Copy:
        case Opcode::Field:
        case Opcode::Phi:
          isAlias = llvm::any_of(operands, isOne);
          break;
        case Opcode::Index:
          isAlias = isOne(operands[0]);
          isOut = isOne(operands[1]);
          break;
        case Opcode::Select:
          isAlias = isOne(operands[1]) || isOne(operands[2]);
          break;
        case Opcode::Store:
          // In the object itself it is where it was.
          isOut = isOne(operands[1]) && !isOne(operands[0]);
          if (isOne(operands[1]) && isOne(operands[0]))
            for (LocalId own : found.values) hasChanged |= selves.insert(own).second;
          if (isOut) {
            isOut = isOutIn(operands[0], id);
            if (isOut && takes_) isOut = takes_->isPut(instance, operands[0]);
          }
          break;
        case Opcode::Load:
          // An owner inside of the object that leads to the object (a short string) hands that on to nobody.
          isAlias |=
              operands[0].isLocal() && selves.contains(operands[0].local()) && code_.ruleOf(i) != OwnerRule::Owner;
          break;
        case Opcode::Compare:
        case Opcode::AtomicLoad:
        case Opcode::Branch:
        case Opcode::Switch:
          break;
        case Opcode::AtomicStore:
        case Opcode::AtomicUpdate:
          isOut = isOne(operands[1]);
          break;
        case Opcode::CompareExchange:
          isOut = isOne(operands[2]);
          break;
        case Opcode::MemoryCopy:
        case Opcode::MemorySet:
          // Contents, not the address.
          break;
        case Opcode::Return:
          if (isOne(operands[0])) found.returns.push_back(id);
          break;
        case Opcode::Call:
        case Opcode::CallIndirect:
        case Opcode::CallVirtual:
          isOut |= llvm::any_of(operands, isOne) &&
                   letsOut(instance, id, found, isAlias, depth, [&](ValueId v) { return isOutIn(v, id); });
          break;
        default:
          isOut |= llvm::any_of(operands, isOne);
          break;
        }
        if (isOut && isCall(i.opcode) && !mayPublish(instance, id, objects)) {
          isOut = false;
          hasChanged |= !std::exchange(isByContent, true);
          isAlias |=
              i.result && llvm::any_of(pointers_.pointsTo(instance, ValueId::local(i.result)), [&](LocationId l) {
                return llvm::is_contained(objects, pointers_.objects().whole(pointers_.objects()[l].object));
              });
        }
        if (isOut) found.ways.push_back(id);
        if (isAlias && i.result && found.values.insert(i.result).second) hasChanged = true;
      }
  }
  found.isReady = true;
  return uses_[{instance, root}] = std::move(found);
}

// Whether a call may keep an address that it is handed where others can find it; and whether it may return it.
bool Fresh::letsOut(InstanceId instance, InstructionId id, const Uses& uses, bool& isReturned, unsigned depth,
                    llvm::function_ref<bool(ValueId)> isOutIn) {
  CallSite site{instance, id};
  auto isOne = [&](ValueId v) { return v.isLocal() && uses.values.contains(v.local()); };
  const Instruction& call = program_.instructions[id];
  for (const CallModel* model : pointers_.modelsAt(site))
    for (const Effect& effect : model->effects) switch (effect.kind) {
      case EffectKind::Fork:
        // Its own handle is written before anybody else is there to look.
        if (ValueId handle = argumentOf(program_, call, effect.handle); handle && isOne(handle)) {
          unsigned times = 0;
          for (ValueId v : program_.argumentsOf(call)) times += isOne(v);
          if (times == 1) break;
        }
        return true;
      case EffectKind::Store: {
        // In itself it is where it was.
        ValueId from = argumentOf(program_, call, effect.from), to = argumentOf(program_, call, effect.to);
        if (from && to && !(isOne(from) && !isOne(to))) break;
        return true;
      }
      case EffectKind::Register:
      case EffectKind::Attach:
      case EffectKind::HandleSignal:
      case EffectKind::AtExit:
      case EffectKind::KeySet:
      case EffectKind::KeyCreate:
      case EffectKind::CallBack:
      case EffectKind::Once:
      case EffectKind::CurrentLoop:
      case EffectKind::Dispatch:
      case EffectKind::Complete:
        return true;
      case EffectKind::Copy:
        // What is copied may hold the address, when that was stored in the object itself.
        break;
      case EffectKind::Return:
      case EffectKind::Reallocate:
        isReturned = true;
        break;
      default:
        break;
      }
  auto callees = pointers_.callees(site);
  if (callees.empty()) return false;
  if (!pointers_.isPlainCall(site) || depth > maxDepth) return true;
  auto arguments = program_.argumentsOf(call);
  for (InstanceId callee : callees) {
    if (reach_.recurs(callee)) return true;
    for (uint32_t k = 0; k < arguments.size(); ++k) {
      if (!isOne(arguments[k])) continue;
      if (k >= pointers_.functionOf(callee).parameterCount) return true; // behind an ellipsis
      const Uses& inside = this->uses(callee, LocalId(k), depth + 1);
      if (!inside.isReady || !inside.ways.empty()) return true;
      isReturned |= !inside.returns.empty();
      for (LocalId whole : inside.wholes)
        if (whole.index >= arguments.size() || isOne(arguments[whole.index]) || isOutIn(arguments[whole.index]))
          return true;
    }
  }
  return false;
}

// Whether a call may put the address of one of the objects where others could find it, for all that is known of what
// points where.
bool Fresh::mayPublish(InstanceId instance, InstructionId call, llvm::ArrayRef<ObjectId> objects) {
  constexpr size_t many = 8; // is imprecision
  if (objects.empty() || objects.size() > many) return true;
  return llvm::any_of(objects, [&](ObjectId object) {
    if (publishers_.mayPublishAt(instance, call, object)) return true;
    return llvm::any_of(pointers_.callees({instance, call}),
                        [&](InstanceId callee) { return publishers_.mayPublish(callee, object); });
  });
}

// Whether what a store lets out behind where the object was made is one from before: the one of the last round.
bool Fresh::isEarlier(InstructionId store, InstructionId made) {
  if (program_.instructions[store].opcode != Opcode::Store) return false;
  FunctionId id = program_.blocks[reach_.blockOf(made)].function;
  const Function& function = program_.functions[id];
  ValueId value = stripCopies(program_, function, program_.operandsOf(program_.instructions[store])[1]);
  InstructionId phi = value.isLocal() ? program_.local(function, value.local()).definition : InstructionId();
  return phi && program_.instructions[phi].opcode == Opcode::Phi && scopes_.comesBefore(id, phi, made) &&
         scopes_.comesBefore(id, made, store);
}

// Whether one of the ways out may have been taken since the object was made.
bool Fresh::isOut(const Uses& uses, InstructionId made, InstructionId at) {
  BlockId barrier = made ? reach_.blockOf(made) : BlockId();
  for (InstructionId way : uses.ways) {
    // From before it was made one only gets here by making it.
    if (made && reach_.blockOf(way) == barrier && way < made) continue;
    if (made && isEarlier(way, made)) continue;
    if (scopes_.reaches(way, at, barrier)) return true;
  }
  return false;
}

} // namespace steward
