// The shape of every effect: its name in model files and the keys it needs and knows. The loader checks against this
// table and docs/models.md prints it; a unit test keeps the two in step.
#pragma once

#include "models/effect.h"

#include "llvm/ADT/ArrayRef.h"
#include "llvm/ADT/StringRef.h"

#include <optional>

namespace steward {

enum class EffectKey : uint8_t {
  Object,
  Entry,
  Handle,
  Lock,
  To,
  From,
  Size,
  Count,
  Bytes,
  Arguments,
  Mode,
  When,
  Zeroed,
  Inside,
  Recursive,
  PerThread,
  Global,
  Slot,
  Anywhere,
  Value,
  Loop,
  Origin,
  Many,
  After,
  OrEmpty,
  Only,
  Never,
  Abrupt,
  Signal,
  Order,
  Team,
};

class EffectKeys {
public:
  constexpr EffectKeys(std::initializer_list<EffectKey> keys) {
    for (EffectKey key : keys) bits_ |= bit(key);
  }
  constexpr bool has(EffectKey key) const { return bits_ & bit(key); }
  constexpr bool empty() const { return bits_ == 0; }

private:
  static constexpr uint64_t bit(EffectKey key) { return uint64_t{1} << static_cast<unsigned>(key); }
  uint64_t bits_ = 0;
};

struct EffectShape {
  EffectKind kind;
  llvm::StringLiteral name;
  EffectKeys required; // all of them
  EffectKeys oneOf;    // exactly one of them, when there are any
  EffectKeys optional;
};

llvm::ArrayRef<EffectShape> effectShapes(); // in the order of EffectKind
const EffectShape* findEffectShape(llvm::StringRef name);

struct EffectKeyName {
  EffectKey key;
  llvm::StringLiteral name;
};

llvm::ArrayRef<EffectKeyName> effectKeyNames(); // in the order of EffectKey
std::optional<EffectKey> findEffectKey(llvm::StringRef name);
llvm::StringRef nameOf(EffectKey key);
llvm::StringRef nameOf(EffectKind kind);

} // namespace steward
