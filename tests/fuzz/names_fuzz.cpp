// Any symbol has a name.
#include "models/names.h"

#include <cstdlib>

extern "C" int LLVMFuzzerTestOneInput(const uint8_t* data, size_t size) {
  llvm::StringRef symbol(reinterpret_cast<const char*>(data), size);
  std::string name = steward::qualifiedName(symbol);
  if (name.empty() && symbol != "" && symbol != "\1") std::abort();
  return 0;
}
