#include "support/race_id.h"

#include "llvm/Support/Format.h"
#include "llvm/Support/raw_ostream.h"
#include "llvm/Support/xxhash.h"

#include <set>

namespace steward {

// What a race is, without line numbers: the memory, and who accesses it how.
static std::string fingerprint(const Race& race) {
  std::string text = race.object.what + "\n" + race.object.name + "\n";
  for (const RaceAccess& a : race.accesses)
    text += std::string(a.kind == AccessKind::Write ? "w " : "r ") + a.function + " " + a.expression + "\n";
  std::string id;
  llvm::raw_string_ostream(id) << llvm::format_hex_no_prefix(llvm::xxh3_64bits(text) >> 16, 12);
  return id;
}

void giveIds(std::vector<Race>& races) {
  std::set<std::string> taken;
  for (Race& race : races) {
    std::string id = fingerprint(race);
    race.id = id;
    for (unsigned copy = 2; !taken.insert(race.id).second; ++copy) race.id = id + "-" + std::to_string(copy);
  }
}

} // namespace steward
