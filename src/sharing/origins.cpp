#include "sharing/origins.h"

#include "pointer/allocation.h"
#include "pointer/call_parts.h"
#include "program/components.h"

#include "llvm/ADT/BitVector.h"

#include <set>

namespace steward {

// Threads that create threads that create threads: deeper than this, or when there are so many that only imprecision
// can have made them, an origin of the same entry is used again and stands for any number.
static constexpr uint32_t maxDepth = 6, maxOrigins = 64;

Origins::Origins(const PointerAnalysis& pointers, const Reach& reach) : pointers_(pointers), reach_(reach) {
  origins_.push({OriginKind::Main, pointers.entry(), {}, {}});
  instances_.push({});
  findCircles();
  for (uint32_t n = 0; n < origins_.size(); ++n) visit(OriginId(n));
}

// Entries whose threads create, in the end, threads with the same entry.
void Origins::findCircles() {
  uint32_t count = static_cast<uint32_t>(pointers_.instances().size());
  inCircle_.resize(count);
  auto degree = [&](uint32_t n) { return static_cast<uint32_t>(reach_.edges(InstanceId(n)).size()); };
  auto callee = [&](uint32_t n, uint32_t k) { return reach_.edges(InstanceId(n))[k].callee.index; };
  std::vector<uint32_t> component(count);
  uint32_t number = 0;
  visitComponents(count, degree, callee, [&](llvm::ArrayRef<uint32_t> members) {
    for (uint32_t n : members) component[n] = number;
    ++number;
  });
  for (uint32_t n = 0; n < count; ++n)
    for (const Reach::Edge& e : reach_.edges(InstanceId(n)))
      if (e.isFork && component[n] == component[e.callee.index]) inCircle_.set(e.callee.index);
}

namespace {

// The numbers that a value of an instance may be, with parameters taken from the calls; nothing when that is not known.
class KnownNumbers {
public:
  KnownNumbers(const PointerAnalysis& pointers, const Reach& reach) : pointers_(pointers), reach_(reach) {}

  std::optional<std::set<int64_t>> of(InstanceId instance, ValueId value, unsigned depth = 0) const {
    const Program& program = pointers_.program();
    if (auto number = program.integer(value)) return std::set<int64_t>{*number};
    const Function& function = pointers_.functionOf(instance);
    if (!value.isLocal() || value.local().index >= function.parameterCount || depth > 3) return std::nullopt;
    std::set<int64_t> all;
    for (uint32_t n = 0; n < pointers_.instances().size(); ++n)
      for (const Reach::Edge& e : reach_.edges(InstanceId(n))) {
        if (e.callee != instance) continue;
        auto arguments = program.argumentsOf(program.instructions[e.call]);
        bool isPlainCall = !e.isFork && pointers_.isPlainCall({InstanceId(n), e.call});
        if (!isPlainCall || value.local().index >= arguments.size()) return std::nullopt;
        auto given = of(InstanceId(n), arguments[value.local().index], depth + 1);
        if (!given) return std::nullopt;
        all.insert(given->begin(), given->end());
      }
    if (all.empty()) return std::nullopt;
    return all;
  }

private:
  const PointerAnalysis& pointers_;
  const Reach& reach_;
};

// The signals of Linux that a thread raises by what it does itself: SIGILL, SIGTRAP, SIGABRT, SIGBUS, SIGFPE, SIGSEGV.
bool isFaultSignal(int64_t number) { return llvm::is_contained({4, 5, 6, 7, 8, 11}, number); }

} // namespace

Origin Origins::made(OriginId by, ForkId fork, const ForkTarget& target) const {
  Origin origin{target.effect->origin, target.entry, fork, by, origins_[by].depth + 1};
  origin.isMany = target.effect->many;
  if (target.effect->kind != EffectKind::HandleSignal) return origin;
  origin.kind = OriginKind::Signal;
  CallSite site = forks_[fork].site;
  const Program& program = pointers_.program();
  if (ValueId signal = partOf(program, program.instructions[site.instruction], target.effect->signal)) {
    auto numbers = KnownNumbers(pointers_, reach_).of(site.instance, signal);
    origin.isFault = numbers && llvm::all_of(*numbers, isFaultSignal);
  }
  return origin;
}

// An origin that stands for what a fork would create, too.
OriginId Origins::existing(OriginId by, InstanceId entry, OriginKind kind) const {
  OriginId found;
  // The same entry further up: the origin creates its own kind.
  for (OriginId up = by; up.valid(); up = origins_[up].parent)
    if (origins_[up].entry == entry) found = up;
  // A signal has one handler, whoever installs it. Threads that create each other do so in every order: one of each
  // entry stands for all.
  bool isAny = kind == OriginKind::Signal || inCircle_[entry.index] || origins_[by].depth >= maxDepth ||
               origins_.size() >= maxOrigins;
  for (uint32_t n = 0; isAny && !found && n < origins_.size(); ++n)
    if (const Origin& o = origins_[OriginId(n)]; o.entry == entry && o.kind == kind) found = OriginId(n);
  return found;
}

void Origins::visit(OriginId id) {
  llvm::BitVector seen(pointers_.instances().size());
  std::vector<InstanceId> reached{origins_[id].entry};
  seen.set(reached[0].index);
  for (size_t n = 0; n < reached.size(); ++n)
    for (const Reach::Edge& e : reach_.edges(reached[n])) {
      if (!e.isFork) {
        if (!seen[e.callee.index]) {
          seen.set(e.callee.index);
          reached.push_back(e.callee);
        }
        continue;
      }
      CallSite site{reached[n], e.call};
      auto [it, isNew] = forkIds_.try_emplace({id, site}, forks_.end_id());
      if (isNew) forks_.push({id, site, {}, {}});
      ForkId fork = it->second;
      auto targets = pointers_.forks(site);
      const ForkTarget* target = llvm::find_if(targets, [&](const ForkTarget& t) { return t.entry == e.callee; });
      Origin next = made(id, fork, *target);
      OriginId child = existing(id, e.callee, next.kind);
      if (!child) {
        child = origins_.push(next);
        hasTeams_ |= next.kind == OriginKind::Team || next.kind == OriginKind::Task;
        instances_.push({});
      } else if (next.kind == OriginKind::Signal) {
        // What it does itself comes after somebody else has installed it.
        origins_[child].isShared |= origins_[child].parent != id && !isAncestor(child, id);
        origins_[child].isFault &= next.isFault;
      } else {
        origins_[child].isRecursive = true;
      }
      forks_[fork].origins.push_back(child);
      forks_[fork].threads.push_back(target->thread);
    }
  instances_[id] = std::move(reached);
}

ForkId Origins::forkAt(OriginId origin, CallSite site) const {
  auto it = forkIds_.find({origin, site});
  return it == forkIds_.end() ? ForkId() : it->second;
}

bool Origins::isLoneTeam(OriginId id) const {
  if (origins_[id].kind != OriginKind::Team || origins_[id].isRecursive) return false;
  for (OriginId up = origins_[id].parent; up.valid(); up = origins_[up].parent)
    if (isSeveral(up)) return false;
  return true;
}

OriginId Origins::teamOf(OriginId id) const {
  while (origins_[id].kind == OriginKind::Task || origins_[id].kind == OriginKind::Team) {
    if (isLoneTeam(id)) return id;
    id = origins_[id].parent;
  }
  return {};
}

bool Origins::isAncestor(OriginId a, OriginId b) const {
  for (; b.valid(); b = origins_[b].parent)
    if (a == b) return true;
  return false;
}

// A library's thread is known by what it runs of the program.
FunctionId Origins::shownEntry(OriginId id) const {
  for (InstanceId instance : instances_[id])
    // What the compiler made stands in no file.
    if (const Function& f = pointers_.functionOf(instance); f.position && !isLibrary(pointers_.program(), f))
      return pointers_.instances()[instance].function;
  return functionOf(id);
}

std::string Origins::describe(OriginId id) const {
  const Origin& origin = origins_[id];
  if (origin.kind == OriginKind::Main) return "main";
  const Program& program = pointers_.program();
  if (origin.kind == OriginKind::Team || origin.kind == OriginKind::Task) {
    // The compiler's names for the functions that these become say nothing.
    PositionId position = program.instructions[forks_[origin.fork].site.instruction].position;
    std::string line = position ? " at line " + std::to_string(program.positions[position].line) : "";
    return (origin.kind == OriginKind::Team ? "parallel region" : "task") + line;
  }
  std::string name = program.text(program.functions[shownEntry(id)].name).str();
  switch (origin.kind) {
  case OriginKind::Signal:
    return "signal handler " + name;
  case OriginKind::Timer:
    return "timer " + name;
  case OriginKind::Declared:
    return "origin " + name;
  default:
    return "thread " + name;
  }
}

std::string Origins::describe(const Handler& handler) const {
  std::string name = pointers_.program().text(pointers_.functionOf(handler.entry).name).str();
  if (handler.kind == OriginKind::Exit) return "exit handler " + name;
  bool hasLoop = handler.loop != handler.registered;
  return "event handler " + name + (hasLoop ? " (loop run by " : " (registered by ") + describe(handler.on) + ")";
}

std::vector<Handler> Origins::handlers() const {
  std::vector<Handler> result;
  std::set<std::tuple<OriginId, InstanceId, InstructionId>> seen; // one for each place where it is registered
  for (uint32_t n = 0; n < origins_.size(); ++n)
    for (InstanceId instance : instances_[OriginId(n)])
      for (const Reach::Edge& e : reach_.edges(instance)) {
        CallSite loop{instance, e.call};
        for (const HandlerTarget& h : pointers_.handlers(loop))
          if (h.entry == e.callee && seen.insert({OriginId(n), h.entry, h.registered.instruction}).second)
            result.push_back({OriginKind::Event, h.entry, h.registered, loop, OriginId(n)});
      }
  for (const ExitTarget& x : pointers_.exitHandlers())
    result.push_back({OriginKind::Exit, x.entry, x.registered, {}, main()});
  return result;
}

std::optional<Handler> Origins::handlerAt(OriginId on, CallSite loop, InstanceId entry) const {
  for (const HandlerTarget& h : pointers_.handlers(loop))
    if (h.entry == entry) return Handler{OriginKind::Event, entry, h.registered, loop, on};
  return std::nullopt;
}

} // namespace steward
