// One race in plain words, for who wants to understand it rather than list it.
//
//   How it comes about
//     1. main starts thread worker at main.c:30.
//     2. thread worker writes 'stats.total' at stats.c:12, in add; it holds no lock.
//   …
//   What would make it safe (one of these)
//     - taking 'm' for the write at stats.c:12: 17 of 19 accesses hold it
#pragma once

#include "steward/race.h"

#include "llvm/ADT/StringRef.h"
#include "llvm/Support/Error.h"
#include "llvm/Support/raw_ostream.h"

namespace steward {

// By its id, or by the start of it when no other begins so. The error names the ids that are nearest.
llvm::Expected<const Race*> findRace(const Report& report, llvm::StringRef id);

void explain(const Race& race, llvm::raw_ostream& out);

} // namespace steward
