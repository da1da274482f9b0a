// What a command of a build does: which sources become which objects, and which objects become which archive, shared
// library or executable.
//
//   gcc -c a.c -o a.o                 compiles a.c to a.o
//   ar crs libx.a a.o                 puts a.o into libx.a
//   gcc -o prog main.c -L. -lx        compiles main.c, and links it with libx.a or libx.so
#pragma once

#include "llvm/ADT/ArrayRef.h"
#include "llvm/ADT/StringRef.h"

#include <optional>
#include <string>
#include <vector>

namespace steward {

// A command as it was recorded.
struct BuildCommand {
  std::string directory; // absolute
  std::vector<std::string> arguments;
  friend bool operator==(const BuildCommand&, const BuildCommand&) = default;
  friend auto operator<=>(const BuildCommand&, const BuildCommand&) = default;
};

// A source with the flags it is compiled with: all that names neither inputs nor outputs.
struct CompileStep {
  std::string directory;
  std::string source; // as it was written
  std::vector<std::string> flags;
  bool isCxxDriver = false; // g++ takes every source for C++
  std::string output;       // a path, or "PROGRAM:SOURCE" for an object that only a link in the same command sees
};

struct LinkInput {
  std::string name;       // a path; or, for a library, what follows -l
  bool isLibrary = false; // -l
  bool isWhole = false;   // every member of the archive, also those that nobody asks for
  bool isStatic = false;  // -static: only an archive will do
  friend bool operator==(const LinkInput&, const LinkInput&) = default;
};

enum class LinkKind { Executable, SharedLibrary, Partial }; // partial: ld -r, an object made of objects

struct LinkStep {
  LinkKind kind = LinkKind::Executable;
  std::vector<LinkInput> inputs;
  std::vector<std::string> folders; // where libraries are looked for
  std::string output;
};

struct ArchiveStep {
  std::vector<std::string> members;
  std::string output;
};

// ar x: members of an archive as files in a folder.
struct ExtractStep {
  std::string archive;
  std::vector<std::string> members; // empty: all
  std::string folder;
};

// cp, mv, ln: another name for the same.
struct CopyStep {
  std::string from, to;
};

struct Steps {
  std::vector<CompileStep> compiles;
  std::optional<LinkStep> link;
  std::optional<ArchiveStep> archive;
  std::optional<ExtractStep> extract;
  std::vector<CopyStep> copies;
  bool empty() const { return compiles.empty() && !link && !archive && !extract && copies.empty(); }
};

// All paths in the result are absolute, without dots, except CompileStep::source. Commands that are no step of a
// build, such as those that only preprocess, give nothing.
Steps parseCommand(const BuildCommand& command);

bool isCompilerName(llvm::StringRef program); // gcc, x86_64-linux-gnu-g++-12, ccache, …
bool isAssemblySource(llvm::StringRef path);

std::string resolvedPath(llvm::StringRef path, llvm::StringRef directory);

} // namespace steward
