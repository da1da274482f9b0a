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

// The path of clang, or of clang++.
llvm::Expected<std::string> findClang(bool isCxx);

// What makes clang write such bitcode. -O1 without passes: unoptimised code, so that no access is deleted or merged,
// but with type-based aliasing facts, the bodies of inline functions, and no `optnone`.
llvm::ArrayRef<llvm::StringRef> bitcodeFlags();

// Makes annotations of the attributes of clang's thread-safety analysis, by macros. A program may use the names of the
// macros for something else; it then has to do without.
llvm::ArrayRef<llvm::StringRef> annotationFlags();

} // namespace steward
