#include "support/json_text.h"

namespace steward {

bool nestsTooDeep(llvm::StringRef text) {
  constexpr unsigned deepest = 64;
  unsigned depth = 0;
  bool inString = false;
  for (size_t i = 0; i < text.size(); ++i) {
    char c = text[i];
    if (inString && c == '\\')
      ++i;
    else if (c == '"')
      inString = !inString;
    else if (!inString && (c == '[' || c == '{') && ++depth > deepest)
      return true;
    else if (!inString && (c == ']' || c == '}') && depth)
      --depth;
  }
  return false;
}

} // namespace steward
