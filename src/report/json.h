// The report that other programs read, and our own commands that compare and show reports. docs/report-schema.json
// describes it.
#pragma once

#include "steward/race.h"

#include "llvm/ADT/StringRef.h"
#include "llvm/Support/Error.h"
#include "llvm/Support/raw_ostream.h"

namespace steward {

constexpr int jsonReportVersion = 1;

// The same report gives the same bytes. Names that are not UTF-8 come out with U+FFFD for what is not.
void renderJson(const Report& report, llvm::raw_ostream& out, unsigned indent = 2);

// Reads what renderJson writes, in this version or with fields it does not know. An error reads "FILE: reason".
llvm::Expected<Report> readJsonReport(llvm::StringRef text, llvm::StringRef fileName);

} // namespace steward
