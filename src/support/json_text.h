// What is to be known of a text before LLVM's JSON parser reads it.
#pragma once

#include "llvm/ADT/StringRef.h"

namespace steward {

// That parser recurses without a bound; nothing that we read nests as deep as this says no to.
bool nestsTooDeep(llvm::StringRef text);

} // namespace steward
