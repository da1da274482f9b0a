#include "race/distinct_pointers.h"

namespace steward {

InstructionId DistinctPointers::definitionOf(InstanceId instance, ValueId value) const {
  const Function& function = s_.pointers.functionOf(instance);
  value = stripCopies(s_.program, function, value);
  return value.isLocal() ? s_.program.local(function, value.local()).definition : InstructionId();
}

InstructionId DistinctPointers::loadOf(InstanceId instance, ValueId value, LocationId place) const {
  InstructionId load = definitionOf(instance, value);
  if (!load || s_.program.instructions[load].opcode != Opcode::Load) return {};
  auto from = s_.pointers.pointsTo(instance, s_.program.operandsOf(s_.program.instructions[load])[0]);
  return from.size() == 1 && from[0] == place ? load : InstructionId();
}

bool DistinctPointers::isAllocation(InstanceId instance, InstructionId at) const {
  if (!at || !isCall(s_.program.instructions[at].opcode)) return false;
  auto models = s_.pointers.modelsAt({instance, at});
  return !models.empty() && llvm::all_of(models, [](const CallModel* model) {
    const Effect* made = model->find(EffectKind::Allocate);
    return made && (!made->to || made->to.kind == CallPart::Result);
  });
}

// Stores to one what the other holds; and in the same block the other gets what this one holds, both read before.
bool DistinctPointers::isExchange(const Write& store, LocationId from, LocationId to, llvm::ArrayRef<Write> others) {
  const Program& program = s_.program;
  InstructionId at = store.access.instruction;
  InstructionId read = loadOf(store.instance, program.operandsOf(program.instructions[at])[1], from);
  if (!read || s_.reach.blockOf(read) != s_.reach.blockOf(at)) return false;
  const Write* back = nullptr;
  for (const Write& w : others) {
    if (w.instance != store.instance || s_.reach.blockOf(w.access.instruction) != s_.reach.blockOf(at)) continue;
    if (back) return false; // several in one block
    back = &w;
  }
  if (!back || program.instructions[back->access.instruction].opcode != Opcode::Store) return false;
  InstructionId other = back->access.instruction;
  InstructionId readBack = loadOf(store.instance, program.operandsOf(program.instructions[other])[1], to);
  InstructionId first = std::min(at, other);
  return readBack && s_.reach.blockOf(readBack) == s_.reach.blockOf(at) && read < first && readBack < first;
}

bool DistinctPointers::areVariables(LocationId a, LocationId b) {
  const Program& program = s_.program;
  auto isOne = [&](LocationId l) { return s_.reach.isSingle(s_.pointers.objects()[l].object); };
  if (a == b || !isOne(a) || !isOne(b)) return false;
  constexpr size_t many = 64; // are not all exchanges
  std::vector<Write> toA, toB;
  for (auto [place, writes] : {std::pair(a, &toA), {b, &toB}}) {
    bool areFew = s_.writes.allTo(place, 8, [&, to = writes](const Write& w) {
      to->push_back(w);
      return to->size() <= many;
    });
    if (!areFew || writes->empty()) return false;
  }
  std::set<InstructionId> made;
  auto areFine = [&](llvm::ArrayRef<Write> own, llvm::ArrayRef<Write> others, LocationId to, LocationId from) {
    return llvm::all_of(own, [&](const Write& w) {
      const Instruction& store = program.instructions[w.access.instruction];
      if (store.opcode != Opcode::Store || w.access.bytes != 8) return false;
      InstructionId definition = definitionOf(w.instance, program.operandsOf(store)[1]);
      // An allocation is for one of them.
      if (isAllocation(w.instance, definition)) return made.insert(definition).second;
      return isExchange(w, from, to, others);
    });
  };
  return areFine(toA, toB, a, b) && areFine(toB, toA, b, a);
}

bool DistinctPointers::areValues(ScopeId scope, LocalId a, LocalId b) {
  const Program& program = s_.program;
  InstanceId instance = s_[scope].instance;
  const Function& function = s_.pointers.functionOf(instance);
  InstructionId x = program.local(function, a).definition, y = program.local(function, b).definition;
  if (!x || !y || x == y) return false;
  if (isAllocation(instance, x) && isAllocation(instance, y)) return true;
  const Instruction &phiA = program.instructions[x], &phiB = program.instructions[y];
  if (phiA.opcode != Opcode::Phi || phiB.opcode != Opcode::Phi || s_.reach.blockOf(x) != s_.reach.blockOf(y))
    return false;
  auto fromA = program.incomingOf(phiA), fromB = program.incomingOf(phiB);
  for (size_t k = 0; k < fromA.size(); ++k)
    for (size_t m = 0; m < fromB.size(); ++m) {
      if (fromA[k] != fromB[m]) continue;
      ValueId given[] = {stripCopies(program, function, program.operandsOf(phiA)[k]),
                         stripCopies(program, function, program.operandsOf(phiB)[m])};
      if (!given[0].isLocal() || !given[1].isLocal()) return false;
      LocalId first = given[0].local(), second = given[1].local();
      bool isKept = first == a && second == b, isExchanged = first == b && second == a;
      bool isMade = first != second && isAllocation(instance, program.local(function, first).definition) &&
                    isAllocation(instance, program.local(function, second).definition);
      if (!isKept && !isExchanged && !isMade) return false;
    }
  return true;
}

bool DistinctPointers::areDistinct(AtomId a, AtomId b) {
  auto [it, isNew] = known_.try_emplace({std::min(a, b), std::max(a, b)}, false);
  if (!isNew) return it->second;
  auto x = s_.contents.find(a), y = s_.contents.find(b);
  if (x != s_.contents.end() && y != s_.contents.end()) return it->second = areVariables(x->second, y->second);
  auto v = s_.values.find(a), w = s_.values.find(b);
  if (v != s_.values.end() && w != s_.values.end() && v->second.first == w->second.first)
    return it->second = areValues(v->second.first, v->second.second, w->second.second);
  return false;
}

} // namespace steward
