// Compiles a C or C++ source to bitcode with clang, keeping every access that the source makes.
#pragma once

#include "llvm/ADT/ArrayRef.h"
#include "llvm/ADT/StringRef.h"
#include "llvm/Support/Error.h"
#include "llvm/Support/MemoryBuffer.h"

#include <memory>
#include <string>

namespace steward {

// By the file's ending: .c, .cc, .cpp, .cxx, .c++, .C, .i, .ii, .m…
bool isSourceFile(llvm::StringRef path);

llvm::Expected<std::unique_ptr<llvm::MemoryBuffer>> compileToBitcode(llvm::StringRef source,
                                                                     llvm::ArrayRef<std::string> flags);

} // namespace steward
