#include "capture/link_program.h"

#include "llvm/ADT/StringSet.h"
#include "llvm/LTO/LTO.h"
#include "llvm/Support/MemoryBuffer.h"
#include "llvm/Support/Path.h"

#include <set>

namespace steward {

using llvm::StringRef;
namespace path = llvm::sys::path;

llvm::Expected<ModuleSymbols> readSymbols(StringRef bitcodeFile) {
  auto buffer = llvm::MemoryBuffer::getFile(bitcodeFile, false, false);
  if (!buffer) return llvm::createStringError(bitcodeFile + ": " + buffer.getError().message());
  // Also finds bitcode in a section of an object.
  auto input = llvm::lto::InputFile::create(**buffer);
  if (!input) return input.takeError();
  ModuleSymbols symbols;
  for (const auto& symbol : (*input)->symbols()) {
    if (!symbol.isUndefined()) {
      symbols.defined.push_back(symbol.getName().str());
      if (!symbol.isWeak() && !symbol.isCommon()) symbols.strong.push_back(symbol.getName().str());
    } else if (!symbol.isWeak()) {
      symbols.needed.push_back(symbol.getName().str());
    }
  }
  return symbols;
}

bool ProgramLinker::hasBitcode(const PlannedObject& object) {
  if (object.unit != PlannedObject::none) return !compiled_[object.unit].bitcode.empty();
  auto [it, isNew] = files_.try_emplace(object.file);
  if (isNew) {
    auto symbols = readSymbols(object.file);
    if (symbols)
      it->second = std::move(*symbols);
    else
      llvm::consumeError(symbols.takeError());
  }
  return it->second.has_value();
}

const ModuleSymbols& ProgramLinker::symbolsOf(const PlannedObject& object) {
  if (object.unit == PlannedObject::none) return *files_[object.file];
  std::optional<ModuleSymbols>& symbols = symbols_[object.unit];
  if (!symbols) {
    auto read = readSymbols(compiled_[object.unit].bitcode);
    if (read)
      symbols = std::move(*read);
    else {
      llvm::consumeError(read.takeError()); // reading the module will say what is wrong with it
      symbols.emplace();
    }
  }
  return *symbols;
}

LinkedModules ProgramLinker::link(const ProgramPlan& plan) {
  LinkedModules program;
  program.path = plan.path;
  llvm::StringSet<> defined;
  std::vector<std::string> needed{"main"};
  llvm::StringMap<std::vector<std::pair<unsigned, const PlannedObject*>>> members; // of archives, by what they define
  std::set<const PlannedObject*> taken;
  llvm::StringSet<> strong;
  unsigned parts = static_cast<unsigned>(plan.parts.size());

  auto take = [&](unsigned part, const PlannedObject& object) {
    if (!taken.insert(&object).second) return;
    bool isUnit = object.unit != PlannedObject::none;
    if (isUnit) program.units.push_back(object.unit);
    const ModuleSymbols& symbols = symbolsOf(object);
    // Sources that define the same name are not linked with each other. If that is only a guess, it is a wrong one; one
    // of them may be part of a library that is loaded.
    if (plan.isGuess && llvm::any_of(symbols.strong, [&](const std::string& name) { return strong.contains(name); }))
      part = parts++;
    for (const std::string& name : symbols.strong) strong.insert(name);
    const std::string& file = isUnit ? compiled_[object.unit].bitcode : object.file;
    program.modules.push_back({isUnit ? compiled_[object.unit].source : object.file, file, isUnit, part});
    for (const std::string& name : symbols.defined) defined.insert(name);
    needed.insert(needed.end(), symbols.needed.begin(), symbols.needed.end());
  };

  for (unsigned part = 0; part < plan.parts.size(); ++part)
    for (const PlannedObject& object : plan.parts[part].objects) {
      if (!hasBitcode(object)) {
        // Of a member that could not be compiled nobody knows whether it is needed.
        if (object.unit != PlannedObject::none)
          program.units.push_back(object.unit);
        else
          program.machineCode.push_back(object.file);
      } else if (object.isLazy) {
        for (const std::string& name : symbolsOf(object).defined) members[name].push_back({part, &object});
      } else {
        take(part, object);
      }
    }
  while (!needed.empty()) {
    std::string name = std::move(needed.back());
    needed.pop_back();
    if (defined.contains(name)) continue;
    auto it = members.find(name);
    if (it != members.end()) take(it->second.front().first, *it->second.front().second);
  }
  return program;
}

// How much of the way from the root two folders have in common.
static size_t sharedFolders(StringRef left, StringRef right) {
  auto a = path::begin(left), b = path::begin(right);
  size_t count = 0;
  for (; a != path::end(left) && b != path::end(right) && *a == *b; ++a, ++b) ++count;
  return count;
}

std::vector<ProgramPlan> ProgramLinker::plansByMain() {
  std::vector<size_t> mains, others;
  for (size_t unit = 0; unit < compiled_.size(); ++unit) {
    PlannedObject object{unit, "", false};
    bool isMain = hasBitcode(object) && llvm::is_contained(symbolsOf(object).defined, "main");
    (isMain ? mains : others).push_back(unit);
  }
  std::vector<ProgramPlan> plans;
  for (size_t main : mains) {
    StringRef source = compiled_[main].source;
    StringRef folder = path::parent_path(source);
    llvm::SmallString<256> name(folder);
    path::append(name, path::stem(source));
    ProgramPlan plan{std::string(name), {{std::string(name), {{main, "", false}}}}, true};
    std::vector<size_t> nearest = others;
    llvm::stable_sort(nearest, [&](size_t a, size_t b) {
      return sharedFolders(compiled_[a].source, folder) > sharedFolders(compiled_[b].source, folder);
    });
    for (size_t unit : nearest) plan.parts[0].objects.push_back({unit, "", true});
    plans.push_back(std::move(plan));
  }
  return plans;
}

} // namespace steward
