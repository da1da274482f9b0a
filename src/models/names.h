// The name a person would write for a function, from its symbol.
#pragma once

#include "llvm/ADT/StringRef.h"

#include <string>

namespace steward {

// The qualified name of a C++ function without parameters, template arguments, ABI tags and the standard library's
// inline namespaces; any other symbol as it is:
//   _ZNSt5mutex4lockEv                        std::mutex::lock
//   _ZNSt3__15mutex4lockEv                    std::mutex::lock
//   _ZNSt6threadC2IRFviEJiEvEEOT_DpOT0_       std::thread::thread
//   _ZZ4mainENKUliE_clEi                      main::{lambda(int)#1}::operator()
//   pthread_create                            pthread_create
std::string qualifiedName(llvm::StringRef linkName);

} // namespace steward
