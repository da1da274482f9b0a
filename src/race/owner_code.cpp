#include "race/owner_code.h"

#include "program/system_files.h"

namespace steward {

OwnerRule OwnerCode::ruleOf(StringId name) {
  auto [it, isNew] = rules_.try_emplace(name, OwnerRule::None);
  if (isNew) it->second = pointers_.models().ownerRule(program_.text(name));
  return it->second;
}

OwnerRule OwnerCode::ruleOfCallee(const Instruction& call) {
  FunctionId callee = program_.calleeOf(call);
  return callee && program_.functions[callee].name ? ruleOf(program_.functions[callee].name) : OwnerRule::None;
}

// The innermost function of the library counts; one that leads from part to part may do so for an owner.
OwnerRule OwnerCode::ruleOf(const Instruction& instruction) {
  OwnerRule rule = OwnerRule::None;
  for (PositionId p = instruction.position; p && isSystemFile(program_.text(program_.positions[p].file));
       p = program_.positions[p].inlinedAt) {
    StringId name = program_.positions[p].function;
    if (!name) break;
    OwnerRule inner = ruleOf(name);
    if (inner == OwnerRule::None) break;
    rule = inner;
    if (rule == OwnerRule::Owner) break;
  }
  return rule;
}

} // namespace steward
