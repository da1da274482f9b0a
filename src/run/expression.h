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

// What a call at a column is given first, without its address being taken: "q->lock" of "pthread_mutex_lock(&q->lock)"
// and "lock_" of "std::lock_guard guard(lock_)". "" if it is not as plain as that.
std::string firstArgumentAt(llvm::StringRef line, unsigned column);

} // namespace steward
