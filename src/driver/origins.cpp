// From the origins that the analyses know to the list that people read.
#include "steward/origins.h"

#include "driver/whole_program.h"
#include "pointer/wrappers.h"
#include "program/library.h"
#include "sharing/object_names.h"

#include <deque>
#include <map>
#include <set>

namespace steward {

namespace {

class OriginLister {
public:
  explicit OriginLister(const WholeProgram& whole)
      : program_(whole.program), pointers_(*whole.pointers), reach_(*whole.reach), origins_(*whole.origins) {}

  OriginsReport list() {
    OriginsReport report;
    for (uint32_t n = 0; n < origins_.size(); ++n) report.origins.push_back(origin(OriginId(n), report.origins));
    for (const Handler& handler : origins_.handlers()) report.origins.push_back(this->handler(handler));
    return report;
  }

private:
  OriginRecord origin(OriginId id, llvm::ArrayRef<OriginRecord> before) {
    const Origin& origin = origins_[id];
    OriginRecord record;
    record.name = origins_.describe(id);
    record.kind = kindWord(origin.kind);
    setEntry(record, origin.kind == OriginKind::Main ? mainFunction() : origins_.shownEntry(id));
    if (!origin.fork) return record;
    CallSite site = origins_[origin.fork].site;
    record.attributes = attributesOf(origin.entry, isClosure(site, origin.entry));
    bool isDeclared = program_.text(pointers_.functionOf(site.instance).linkName) == processFunctionName;
    if (!isDeclared) setCreation(record, origin.parent, site);
    record.isMany = origin.kind == OriginKind::Signal || origin.isMany || origin.isRecursive ||
                    before[origin.parent.index].isMany || recurs(site);
    return record;
  }

  OriginRecord handler(const Handler& handler) {
    OriginRecord record;
    record.name = origins_.describe(handler);
    record.kind = kindWord(handler.kind);
    setEntry(record, pointers_.instances()[handler.entry].function);
    record.attributes = attributesOf(handler.entry, false);
    setCreation(record, runnerOf(handler.registered.instance), handler.registered);
    record.isMany = handler.kind == OriginKind::Event || recurs(handler.registered);
    record.runsOn = handler.on.index;
    if (handler.kind == OriginKind::Event && handler.loop != handler.registered)
      record.loop = location(program_.instructions[handler.loop.instruction].position);
    return record;
  }

  static const char* kindWord(OriginKind kind) {
    switch (kind) {
    case OriginKind::Main:
      return "main";
    case OriginKind::Thread:
      return "thread";
    case OriginKind::Signal:
      return "signal";
    case OriginKind::Timer:
      return "timer";
    case OriginKind::Declared:
      return "declared";
    case OriginKind::Event:
      return "event";
    case OriginKind::Exit:
      return "exit";
    case OriginKind::Team:
      return "team";
    case OriginKind::Task:
      return "task";
    }
    return "";
  }

  FunctionId mainFunction() const {
    for (uint32_t f = 0; f < program_.functions.size(); ++f)
      if (program_.text(program_.functions[FunctionId(f)].linkName) == "main") return FunctionId(f);
    return {};
  }

  void setEntry(OriginRecord& record, FunctionId function) const {
    record.entry = function ? program_.text(program_.functions[function].name) : "(none)";
    if (!function) return;
    record.at = location(program_.functions[function].position);
  }

  void setCreation(OriginRecord& record, OriginId parent, CallSite site) {
    record.parent = parent.index;
    record.created = location(program_.instructions[site.instruction].position);
    // The lines of the program, not those of a library that acts for it.
    for (const StackFrame& frame : wayTo(parent, site))
      if (!isSystemFile(frame.at.file)) record.stack.push_back(frame);
    if (!record.stack.empty()) record.created = record.stack.back().at;
  }

  // Whether what the fork hands over is an object of the library with the program's own inside, as with std::thread.
  bool isClosure(CallSite site, InstanceId entry) const {
    return llvm::any_of(pointers_.forks(site),
                        [&](const ForkTarget& target) { return target.entry == entry && target.effect->slot; });
  }

  // Whether a call may be made more than once.
  bool recurs(CallSite site) const {
    return !reach_.runsOnce(site.instance) || reach_.isInLoop(reach_.blockOf(site.instruction));
  }

  OriginId runnerOf(InstanceId instance) const {
    for (uint32_t n = 0; n < origins_.size(); ++n)
      if (llvm::is_contained(origins_.instancesOf(OriginId(n)), instance)) return OriginId(n);
    return Origins::main();
  }

  // The objects that the parameters of an entry point to, or those that lie in them.
  std::vector<std::string> attributesOf(InstanceId entry, bool isClosure) const {
    const ObjectTable& objects = pointers_.objects();
    std::vector<std::string> names;
    std::set<std::string> seen;
    auto add = [&](LocationId place) {
      const Object& object = objects[objects[place].object];
      if (object.kind == ObjectKind::Library && object.context) return; // what only the library hands out
      bool isReadOnly =
          object.kind == ObjectKind::Global && program_.globals[GlobalId(object.site)].isConstant; // virtual tables
      if (isClosure && (isReadOnly || object.kind == ObjectKind::Function)) return;
      bool isUnknown = object.kind == ObjectKind::Heap && program_.instructions[InstructionId(object.site)].isSynthetic;
      std::string name = isUnknown ? "memory that is not known" : objectName(pointers_, object);
      if (seen.insert(name).second) names.push_back(name);
    };
    for (uint32_t k = 0; k < pointers_.functionOf(entry).parameterCount; ++k)
      for (LocationId place : pointers_.pointsTo(entry, ValueId::local(LocalId(k)))) {
        if (!isClosure) add(place);
        if (isClosure)
          for (LocationId inside : objects.locationsOf(objects[place].object))
            for (LocationId target : pointers_.contentOf(inside)) add(target);
      }
    return names;
  }

  // The shortest way from the entry of an origin to a call of it.
  std::vector<StackFrame> wayTo(OriginId origin, CallSite site) {
    const auto& callers = callersIn(origin);
    std::vector<StackFrame> frames; // innermost first
    for (CallSite at = site;; at = callers.at(at.instance)) {
      const Function& function = pointers_.functionOf(at.instance);
      llvm::StringRef linkName = program_.text(function.linkName);
      if (linkName != startFunctionName && linkName != processFunctionName)
        frames.push_back(
            {program_.text(function.name).str(), location(program_.instructions[at.instruction].position)});
      if (!callers.count(at.instance)) break;
    }
    return {frames.rbegin(), frames.rend()};
  }

  // For every instance that an origin reaches but its entry, the call that reaches it first.
  const std::map<InstanceId, CallSite>& callersIn(OriginId origin) {
    auto [it, isNew] = callers_.try_emplace(origin);
    if (!isNew) return it->second;
    InstanceId entry = origins_[origin].entry;
    std::deque<InstanceId> work{entry};
    while (!work.empty()) {
      InstanceId instance = work.front();
      work.pop_front();
      for (const Reach::Edge& e : reach_.edges(instance))
        if (!e.isFork && e.callee != entry && it->second.try_emplace(e.callee, CallSite{instance, e.call}).second)
          work.push_back(e.callee);
    }
    return it->second;
  }

  SourceLocation location(PositionId id) const {
    if (!id) return {};
    const Position& p = program_.positions[id];
    return {program_.text(p.file).str(), p.line, p.column};
  }

  const Program& program_;
  const PointerAnalysis& pointers_;
  const Reach& reach_;
  const Origins& origins_;
  std::map<OriginId, std::map<InstanceId, CallSite>> callers_;
};

} // namespace

OriginsResult findOrigins(const CheckOptions& options) {
  Report costs;
  Stages stages(costs, options.progress);
  auto whole = analyseWholeProgram(options, stages);
  if (!whole) return {std::nullopt, llvm::toString(whole.takeError())};
  return {OriginLister(**whole).list(), {}};
}

} // namespace steward
