// What kinds of race there are, as rules of SARIF: an id, and what a person who sees one for the first time should
// know.
#pragma once

#include "steward/race.h"

#include "llvm/Support/JSON.h"

namespace steward {

enum class SarifRule : uint8_t { DataRace, RaceWithItself, RaceWithFree, RaceWithLockDestruction };

SarifRule sarifRule(const Race& race);
llvm::StringRef sarifRuleId(SarifRule rule);
llvm::StringRef sarifLevel(const Race& race); // "error", "warning" or "note"

llvm::json::Value sarifRules(); // in the order of the enumeration
llvm::json::Value sarifNotificationKinds();

} // namespace steward
