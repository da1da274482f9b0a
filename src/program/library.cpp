#include "program/library.h"

namespace steward {

bool isSystemFile(llvm::StringRef file) {
  return file.starts_with("/usr/include/") || file.starts_with("/usr/lib/") || file.starts_with("/usr/local/include/");
}

} // namespace steward
