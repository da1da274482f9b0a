// What is read or written at a column of a source line, as the line has it.
//
//   account->balance -= amount;        column of "-=": account->balance
//   sum += accounts[i]->balance;       column of "balance": accounts[i]->balance
//
// Debug information has lines and columns only. The text is looked at, not parsed: where that does not tell, there is
// no expression, and a report goes without.
#pragma once

#include "llvm/ADT/StringRef.h"

#include <string>

namespace steward {

std::string expressionAt(llvm::StringRef line, unsigned column, bool isWrite); // column from 1; "" if it cannot be told

} // namespace steward
