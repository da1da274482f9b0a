// Where in a line of C or C++ an attribute of a declared name goes.
#pragma once

#include "llvm/ADT/StringRef.h"

#include <cstddef>
#include <string>

namespace steward {

// Behind the declarator, before the `;`, `=` or `{` that follows it; or why nothing can be put there.
struct AttributePlace {
  size_t column = 0; // bytes before it
  std::string problem;
};
AttributePlace attributePlace(llvm::StringRef line, llvm::StringRef name);

} // namespace steward
