#include "capture/graph.h"

#include "llvm/ADT/StringSet.h"
#include "llvm/Object/Archive.h"
#include "llvm/Support/FileSystem.h"
#include "llvm/Support/MemoryBuffer.h"
#include "llvm/Support/Path.h"

namespace steward {

using llvm::StringRef;
namespace path = llvm::sys::path;

struct BuildGraph::Planning {
  ProgramPlan plan;
  std::set<std::string> visited; // what is loaded
  // Inputs of a load unit: named twice, as archives are that need each other, they are still there once.
  std::set<std::pair<std::string, std::string>> taken;
};

BuildGraph::BuildGraph(llvm::ArrayRef<BuildCommand> commands) {
  for (const BuildCommand& command : commands) addSteps(parseCommand(command));
}

void BuildGraph::add(CompileStep step) {
  Node node;
  auto known = nodes_.find(step.output);
  if (known != nodes_.end() && known->second.kind == Node::Object) {
    units[known->second.unit] = std::move(step);
    return;
  }
  node.unit = units.size();
  std::string output = step.output;
  units.push_back(std::move(step));
  set(output, std::move(node));
}

static void note(std::vector<std::string>& list, const std::string& path) {
  if (!llvm::is_contained(list, path)) list.push_back(path);
}

void BuildGraph::addSteps(Steps steps) {
  for (CompileStep& step : steps.compiles) add(std::move(step));
  if (steps.link) {
    if (steps.link->kind == LinkKind::Executable) note(executables_, steps.link->output);
    if (steps.link->kind == LinkKind::SharedLibrary) note(libraries_, steps.link->output);
    Node node;
    node.kind = Node::Linked;
    node.link = *steps.link;
    set(steps.link->output, std::move(node));
  }
  if (steps.archive) {
    note(archives_, steps.archive->output);
    // Members are added one after the other, too; those that went away again are not in the file (membersOf).
    Node& node = nodes_[steps.archive->output];
    if (node.kind != Node::Archive) node = Node();
    node.kind = Node::Archive;
    for (const std::string& member : steps.archive->members) note(node.members, member);
  }
  if (steps.extract)
    if (const Node* archive = find(steps.extract->archive); archive && archive->kind == Node::Archive)
      for (const std::string& member : membersOf(steps.extract->archive, *archive)) {
        StringRef name = path::filename(member);
        if (!steps.extract->members.empty() && !llvm::is_contained(steps.extract->members, name.str())) continue;
        Node node;
        node.kind = Node::Alias;
        node.alias = member;
        set(resolvedPath(name, steps.extract->folder), std::move(node));
      }
  for (const CopyStep& copy : steps.copies) {
    if (copy.from == copy.to || !find(copy.from)) continue;
    Node node;
    node.kind = Node::Alias;
    node.alias = copy.from;
    set(copy.to, std::move(node));
  }
}

const BuildGraph::Node* BuildGraph::find(std::string name) const {
  for (unsigned hops = 0; hops < 16; ++hops) {
    auto it = nodes_.find(name);
    if (it == nodes_.end()) {
      llvm::SmallString<256> real;
      if (llvm::sys::fs::real_path(name, real) || real == name) return nullptr;
      it = nodes_.find(real);
      if (it == nodes_.end()) return nullptr;
    }
    if (it->second.kind != Node::Alias) return &it->second;
    name = it->second.alias;
  }
  return nullptr;
}

std::vector<std::string> BuildGraph::membersOf(StringRef name, const Node& archive) const {
  auto buffer = llvm::MemoryBuffer::getFile(name);
  if (!buffer) return archive.members;
  auto file = llvm::object::Archive::create(**buffer);
  if (!file) {
    llvm::consumeError(file.takeError());
    return archive.members;
  }
  llvm::StringSet<> present;
  llvm::Error error = llvm::Error::success();
  for (const auto& child : (*file)->children(error)) {
    auto member = child.getName();
    if (member)
      present.insert(path::filename(*member));
    else
      llvm::consumeError(member.takeError());
  }
  if (error) {
    llvm::consumeError(std::move(error));
    return archive.members;
  }
  std::vector<std::string> members;
  for (const std::string& member : archive.members)
    // An archive that was put in stands for its members.
    if (path::extension(member) == ".a" || present.contains(path::filename(member))) members.push_back(member);
  return members;
}

const BuildGraph::Node* BuildGraph::findLibrary(const LinkInput& input, llvm::ArrayRef<std::string> folders,
                                                std::string& found) const {
  bool isExact = StringRef(input.name).starts_with(":"); // -l:libx.a
  for (const std::string& folder : folders)
    for (const char* ending : {".so", ".a"}) {
      if (!isExact && input.isStatic && StringRef(ending) == ".so") continue;
      found = resolvedPath(isExact ? input.name.substr(1) : "lib" + input.name + ending, folder);
      if (const Node* node = find(found)) return node;
    }
  return nullptr;
}

void BuildGraph::collectObject(const std::string& name, bool isLazy, LoadUnit& part, Planning& planning) const {
  const Node* node = find(name);
  if (!node) {
    part.objects.push_back({PlannedObject::none, name, isLazy});
    return;
  }
  if (node->kind == Node::Object) {
    const CompileStep& unit = units[node->unit];
    // Assembly that a compiler wrote is the source it was written from.
    if (isAssemblySource(unit.source)) {
      std::string source = resolvedPath(unit.source, unit.directory);
      const Node* origin = find(source);
      if (origin && origin->kind == Node::Object && origin != node) node = origin;
    }
    part.objects.push_back({node->unit, "", isLazy});
  } else if (node->kind == Node::Archive) {
    for (const std::string& member : membersOf(name, *node))
      if (planning.taken.insert({part.path, member}).second) collectObject(member, isLazy, part, planning);
  } else if (node->link.kind == LinkKind::Partial) {
    collect(node->link, part, planning);
  }
}

void BuildGraph::collect(const LinkStep& link, LoadUnit& part, Planning& planning) const {
  for (const LinkInput& input : link.inputs) {
    std::string name = input.name;
    const Node* node = input.isLibrary ? findLibrary(input, link.folders, name) : find(name);
    if (input.isLibrary && !node) continue; // a library of the system
    if (!node) {
      StringRef file = path::filename(name);
      // Shared libraries that the project did not make are the system's; scripts for the linker hold no code.
      bool isForeign = file.contains(".so") || file.ends_with(".ld") || file.ends_with(".lds") ||
                       file.ends_with(".map") || file.ends_with(".a");
      if (!isForeign && planning.taken.insert({part.path, name}).second)
        part.objects.push_back({PlannedObject::none, name, false});
      continue;
    }
    bool isShared = node->kind == Node::Linked && node->link.kind != LinkKind::Partial;
    if (isShared) {
      if (!planning.visited.insert(node->link.output).second) continue;
      LoadUnit library{node->link.output, {}};
      size_t at = planning.plan.parts.size();
      planning.plan.parts.emplace_back();
      collect(node->link, library, planning);
      planning.plan.parts[at] = std::move(library);
      continue;
    }
    if (!planning.taken.insert({part.path, name}).second) continue;
    collectObject(name, node->kind == Node::Archive && !input.isWhole, part, planning);
  }
}

ProgramPlan BuildGraph::plan(StringRef program) const {
  Planning planning;
  planning.plan.path = program.str();
  planning.visited.insert(program.str());
  planning.plan.parts.emplace_back();
  LoadUnit part{program.str(), {}};
  if (const Node* node = find(program.str())) {
    if (node->kind == Node::Linked)
      collect(node->link, part, planning);
    else if (node->kind == Node::Archive)
      for (const std::string& member : membersOf(program, *node)) collectObject(member, false, part, planning);
  }
  planning.plan.parts[0] = std::move(part);
  return std::move(planning.plan);
}

std::vector<std::string> BuildGraph::linkedPrograms() const {
  if (!executables_.empty()) return executables_;
  return libraries_.empty() ? archives_ : libraries_;
}

std::vector<std::string> BuildGraph::programs() const {
  // Programs that are gone were experiments of a configuration.
  auto existing = [](const std::vector<std::string>& all) {
    std::vector<std::string> kept;
    for (const std::string& path : all)
      if (llvm::sys::fs::exists(path)) kept.push_back(path);
    return kept;
  };
  for (const auto* list : {&executables_, &libraries_, &archives_}) {
    std::vector<std::string> kept = existing(*list);
    if (!kept.empty()) return kept;
  }
  return {};
}

} // namespace steward
