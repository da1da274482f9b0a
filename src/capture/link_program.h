// From what a link names to the modules that make a program: of an archive only the members that somebody needs, as a
// linker does it; and where nothing is known of any link, a program for each source that has a main function.
#pragma once

#include "capture/compile_units.h"
#include "capture/graph.h"
#include "steward/module_file.h"

#include "llvm/Support/Error.h"

namespace steward {

struct LinkedModules {
  std::string path; // of the program
  std::vector<ModuleFile> modules;
  std::vector<size_t> units;            // every source of it, also those that could not be compiled
  std::vector<std::string> machineCode; // objects of which there is neither source nor bitcode
};

// The symbols of a module: what it defines, and what it needs from others.
struct ModuleSymbols {
  std::vector<std::string> defined, needed;
  std::vector<std::string> strong; // of those defined: no other module of the program may define them too
};
llvm::Expected<ModuleSymbols> readSymbols(llvm::StringRef bitcodeFile);

class ProgramLinker {
public:
  // `compiled` has a result for each unit.
  explicit ProgramLinker(llvm::ArrayRef<CompiledUnit> compiled) : compiled_(compiled), symbols_(compiled.size()) {}

  LinkedModules link(const ProgramPlan& plan);

  // A plan for each unit that defines main: what it needs is taken from the units that do not, from those of its own
  // folder first.
  std::vector<ProgramPlan> plansByMain();

private:
  const ModuleSymbols& symbolsOf(const PlannedObject& object);
  bool hasBitcode(const PlannedObject& object);

  llvm::ArrayRef<CompiledUnit> compiled_;
  std::vector<std::optional<ModuleSymbols>> symbols_;   // of the units, once they were asked for
  llvm::StringMap<std::optional<ModuleSymbols>> files_; // of other objects; none: no bitcode
};

} // namespace steward
