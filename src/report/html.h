// The report as a page: one file that needs nothing else, for looking through many races.
#pragma once

#include "steward/race.h"

#include "llvm/Support/raw_ostream.h"

namespace steward {

// The report as JSON, and the lines of source around all that it names, so far as they can be read.
void renderHtml(const Report& report, llvm::raw_ostream& out, bool sourceLines = true);

} // namespace steward
