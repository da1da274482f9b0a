// What a compiler is asked to do, as far as instrumentation depends on it.
//
//   cc -O2 -c a.c          Compile
//   cc a.o b.c -o app      Link, of an executable
//   cc -E a.c              Look: nothing that runs comes out of it, and clang gets its words as they are
#pragma once

#include "llvm/ADT/ArrayRef.h"

#include <optional>
#include <string>
#include <vector>

namespace steward {

enum class CompilerTask : uint8_t { Look, Compile, Link };
enum class LinkResult : uint8_t { Executable, SharedLibrary, Relocatable };

struct CompilerWish {
  CompilerTask task = CompilerTask::Link;
  LinkResult result = LinkResult::Executable;
  bool hasStaticCxx = false;       // the library of C++ is not a shared one
  bool isStatic = false;           // no dynamic loader: nothing can be interposed
  bool hasDefaultLibraries = true; // not with -nostdlib and its like
  std::string sanitizer;           // one that brings a shadow memory of its own; "" for none
  std::string otherMachine;        // the option that asks for one that is not supported; "" for none
};

// The words are looked at with response files expanded; what cannot be read is left to clang to complain about.
CompilerWish readWish(llvm::ArrayRef<std::string> words);

} // namespace steward
