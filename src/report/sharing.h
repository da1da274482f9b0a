// Who shares what, for people and for programs.
//
//   stats         global variable, declared at stats.c:7
//     stats.total   written by thread worker (3 places), read by main (1 place)
#pragma once

#include "steward/sharing.h"

#include "llvm/Support/raw_ostream.h"

namespace steward {

constexpr int jsonSharingVersion = 1;

void renderSharingText(const SharingReport& report, llvm::raw_ostream& out);
void renderSharingJson(const SharingReport& report, llvm::raw_ostream& out); // docs/sharing-schema.json

} // namespace steward
