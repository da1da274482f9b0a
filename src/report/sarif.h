// The report in SARIF 2.1.0, for code-scanning services and editors (docs/reports.md).
//
// One result for each race of the project, new, known, benign or suppressed: the first access is its location, the
// second one a related location that the message links to, and one code flow holds a thread flow for each of the two,
// from main to the access.
#pragma once

#include "steward/race.h"

#include "llvm/ADT/StringRef.h"
#include "llvm/Support/raw_ostream.h"

#include <string>
#include <vector>

namespace steward {

// What services take and show at most, as their documentation says. What is beyond is left out, the lowest ranks first,
// and a notification says so.
struct SarifLimits {
  size_t results = 5000;             // 25,000 are taken, 5,000 of them shown
  size_t locations = 100;            // of a result: 1,000 and 100
  size_t threadFlowLocations = 1000; // of a result: 10,000 and 1,000
  size_t gzipBytes = 10'000'000;     // of the whole, compressed
};

struct SarifOptions {
  std::string root; // files below it are named relative to it; an absolute path
  SarifLimits limits;
  bool sourceLines = true; // put statements into it, and into fingerprints, as far as files can be read
};

void renderSarif(const Report& report, const SarifOptions& options, llvm::raw_ostream& out);

// What stays the same when lines move and other code changes: the object, and for each access its kind, its function
// and its statement without white space.
std::string sarifFingerprint(const Race& race, llvm::StringRef firstStatement, llvm::StringRef secondStatement);

} // namespace steward
