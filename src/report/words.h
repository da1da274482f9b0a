// Phrases that the text reports share.
#pragma once

#include "steward/race.h"

#include "llvm/ADT/StringRef.h"
#include "llvm/Support/raw_ostream.h"

#include <string>
#include <vector>

namespace steward {

std::string countText(uint64_t n, llvm::StringRef one, llvm::StringRef many); // "2 races"

std::string accessText(const RaceAccess& a);   // "atomic write"
llvm::StringRef statusWord(RaceStatus status); // "suspected"

// Every list of races in a report, what most wants a look first.
std::vector<const std::vector<Race>*> listsOf(const Report& report);

// Of Race::why: where the rank comes from, not why nothing keeps the two apart.
bool isAboutRank(llvm::StringRef sentence);

// One line for every kind of code that was not analysed: how often, at most `names` names, or else where the first is.
void skippedText(const std::vector<Skipped>& skipped, unsigned names, llvm::raw_ostream& out);

} // namespace steward
