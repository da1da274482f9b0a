// Addresses of a process that is gone, as a person would name them: by the files it was made of.
#pragma once

#include "run/record.h"
#include "steward/race.h"

#include "llvm/DebugInfo/DWARF/DWARFContext.h"
#include "llvm/DebugInfo/Symbolize/Symbolize.h"
#include "llvm/Object/ObjectFile.h"

#include <map>
#include <memory>
#include <optional>
#include <string>
#include <vector>

namespace steward {

// A variable with a place of its own in the file.
struct NamedData {
  std::string variable; // "stats"
  std::string member;   // "stats.total"; the same when nothing more is known
  SourceLocation declared;
};

class Symbols {
public:
  Symbols();

  // The function there, and those that it is inlined into: innermost first, one at least. Code of the runtime has none.
  std::vector<StackFrame> code(const Record& record, uint64_t counter);
  std::optional<NamedData> data(const Record& record, uint64_t address);

  std::string shortened(llvm::StringRef file) const; // relative to where we are, if it is below

private:
  using Module = llvm::object::OwningBinary<llvm::object::ObjectFile>;
  struct DebugInfo {
    Module module;
    std::unique_ptr<llvm::DWARFContext> context;
  };
  // All frames, or an error.
  llvm::Expected<llvm::DIInliningInfo> framesAt(const std::string& path, uint64_t address);
  llvm::DWARFContext* debugInfo(const std::string& path);
  // What the debug information says of the variable whose symbol is at `start`: where it is declared, and which member
  // of it lies at `address`.
  void addDeclaration(const std::string& path, uint64_t start, uint64_t address, NamedData& data);

  llvm::symbolize::LLVMSymbolizer symbolizer_;
  std::map<std::pair<std::string, uint64_t>, std::vector<StackFrame>> known_; // by module and address in the file
  std::map<std::string, DebugInfo> debugInfo_;
  std::string here_; // the current folder, with a slash behind it
};

// "Queue::push" of "_ZN5Queue4pushEi": without parameters and return type, as reports have it.
std::string functionName(llvm::StringRef linkageName);

} // namespace steward
