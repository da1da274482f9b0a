// Which objects make which executable, archive and shared library of a build.
//
//   main.o ──────────────► prog
//   a.o, b.o ─► libx.a ──►  │        of an archive, only the members that somebody needs
//   c.o ──────► liby.so ─► ─┘        loaded beside it, all of it
#pragma once

#include "capture/step.h"

#include "llvm/ADT/StringMap.h"

#include <set>

namespace steward {

// An object of a program: one of the build's own sources, or a file that the build did not make.
struct PlannedObject {
  static constexpr size_t none = ~size_t(0);
  size_t unit = none;  // in BuildGraph::units
  std::string file;    // without a unit: a path
  bool isLazy = false; // a member of an archive
};

// What is loaded as one: the executable, or a shared library. Its objects in the order of the link.
struct LoadUnit {
  std::string path;
  std::vector<PlannedObject> objects;
};

struct ProgramPlan {
  std::string path;
  std::vector<LoadUnit> parts; // the executable first
  bool isGuess = false;        // nobody knows what was linked with what
};

class BuildGraph {
public:
  explicit BuildGraph(llvm::ArrayRef<BuildCommand> commands);
  void add(CompileStep step); // the later one counts where two have one output

  std::vector<CompileStep> units;
  bool hasLinks() const { return !executables_.empty() || !libraries_.empty(); }

  // The executables whose files exist; if there are none, the shared libraries, and then the archives.
  std::vector<std::string> programs() const;
  std::vector<std::string> linkedPrograms() const; // the same, whether or not their files exist
  ProgramPlan plan(llvm::StringRef program) const;

private:
  struct Node {
    enum Kind { Object, Archive, Linked, Alias } kind = Object;
    size_t unit = 0;
    std::vector<std::string> members; // of an archive
    LinkStep link;
    std::string alias;
  };
  struct Planning;

  void addSteps(Steps steps);
  void set(llvm::StringRef path, Node node) { nodes_[path] = std::move(node); }
  const Node* find(std::string path) const; // through other names of the same file
  const Node* findLibrary(const LinkInput& input, llvm::ArrayRef<std::string> folders, std::string& path) const;
  std::vector<std::string> membersOf(llvm::StringRef path, const Node& archive) const;
  void collect(const LinkStep& link, LoadUnit& part, Planning& planning) const;
  void collectObject(const std::string& path, bool isLazy, LoadUnit& part, Planning& planning) const;

  llvm::StringMap<Node> nodes_;
  std::vector<std::string> executables_, libraries_, archives_;
};

} // namespace steward
