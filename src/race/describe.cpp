#include "race/describe.h"

#include "pointer/wrappers.h"
#include "program/library.h"
#include "race/rank.h"
#include "race/remedies.h"
#include "sharing/object_names.h"
#include "support/race_id.h"

#include "llvm/ADT/StringExtras.h"
#include "llvm/Support/FormatVariadic.h"

#include <algorithm>
#include <map>
#include <set>

namespace steward {

SourceLocation RaceDescriber::location(PositionId id) const {
  if (!id) return {};
  const Position& p = program_.positions[id];
  return {program_.text(p.file).str(), p.line, p.column};
}

// From the origin's entry to the access. Code that was inlined shows as the calls it was.
std::vector<StackFrame> RaceDescriber::stack(FrameId frame, InstructionId last) const {
  std::vector<StackFrame> frames; // innermost first
  InstructionId at = last;
  for (unsigned depth = 0; frame && depth < 200; ++depth) {
    const Frame& f = order_[frame];
    const Function& function = pointers_.functionOf(f.instance);
    if (function.linkName != start_ && function.linkName != process_) {
      PositionId position = program_.instructions[at].position;
      for (; position && program_.positions[position].inlinedAt; position = program_.positions[position].inlinedAt)
        frames.push_back({program_.text(program_.positions[position].function).str(), location(position)});
      frames.push_back({program_.text(function.name).str(), location(position)});
    }
    at = f.call;
    frame = f.caller;
  }
  std::reverse(frames.begin(), frames.end());
  // Of the layers of a library only the outermost tells a reader something.
  std::vector<StackFrame> told;
  for (StackFrame& frame : frames) {
    bool isInside = !told.empty() && isSystemFile(frame.at.file) && isSystemFile(told.back().at.file);
    if (!isInside) told.push_back(std::move(frame));
  }
  return told;
}

std::vector<StackFrame> RaceDescriber::creation(OriginId id) const {
  const Origin& origin = origins_[id];
  if (!origin.fork || !order_.frameOf(origin.fork)) return {};
  std::vector<StackFrame> frames = creation(origin.parent);
  auto own = stack(order_.frameOf(origin.fork), origins_[origin.fork].site.instruction);
  frames.insert(frames.end(), own.begin(), own.end());
  return frames;
}

std::vector<std::string> RaceDescriber::locks(const RacingAccess& a) const {
  std::vector<std::string> result;
  PointId point = a.point;
  const Place& place = a.shared.place;
  const Object& accessed = pointers_.objects()[place.at.object];
  for (const OwnLock& held : concurrency_.ownLocksAt(point)) {
    if (held.pairing) {
      llvm::StringRef name = held.pairing == OwnLock::besideHolder ? holderLockName : elementLockName;
      result.push_back(name.str() + (held.mode == LockMode::Shared ? " (shared)" : ""));
      continue;
    }
    bool isKnown = llvm::any_of(concurrency_.locksAt(point), [&](const HeldLock& h) {
      const ExactAddress* address = order_.locks().addressOf(h.lock);
      return address && address->object == place.at.object && static_cast<int64_t>(address->offset) == held.offset;
    });
    if (isKnown) continue; // told below
    // Named as the access names its object.
    TypeId type = place.type ? place.type : accessed.type;
    std::string path = type && held.offset >= 0
                           ? pointers_.objects().layout().outerPath(type, static_cast<uint64_t>(held.offset))
                           : "";
    std::string base = type ? program_.text(program_.types[type].name).str() : "";
    if (base.empty()) base = objectName(pointers_, accessed);
    result.push_back((held.isContent ? "*" : "") + base + path + (held.mode == LockMode::Shared ? " (shared)" : ""));
  }
  for (const HeldLock& held : concurrency_.locksAt(point)) {
    std::string name;
    if (const std::string* known = order_.locks().nameOf(held.lock)) name = *known;
    if (const ExactAddress* address = order_.locks().addressOf(held.lock)) {
      const Object& object = pointers_.objects()[address->object];
      name = lockName(object, address->offset);
    }
    if (const ContentLock* content = order_.locks().contentOf(held.lock))
      name = "*" + lockName(pointers_.objects()[content->variable.object], content->variable.offset);
    result.push_back(held.mode == LockMode::Shared ? name + " (shared)" : name);
  }
  return result;
}

// "q.lock" of a struct with a lock, "m" of a variable that is one, "m[1]" of an array of them: the whole lock is meant,
// not its first member.
std::string RaceDescriber::lockName(const Object& object, uint64_t offset) const {
  std::string base = objectName(pointers_, object);
  return object.type ? base + pointers_.objects().layout().outerPath(object.type, offset) : base;
}

RaceObject RaceDescriber::object(const RacingPlace& place) const {
  const Object& o = pointers_.objects()[place.place.at.object];
  // What ends is a lock, or the whole object.
  if (place.isFreed && place.place.bytes != Location::any)
    return {lockName(o, place.place.at.offset), objectKind(pointers_, o), location(objectPosition(pointers_, o))};
  if (place.isFreed) {
    TypeId type = place.place.type;
    std::string name = type ? program_.text(program_.types[type].name).str() : objectName(pointers_, o);
    return {name, objectKind(pointers_, o), location(objectPosition(pointers_, o))};
  }
  return {placeName(pointers_, place.place), objectKind(pointers_, o), location(objectPosition(pointers_, o))};
}

// Where a person would look for the access. Code of libraries acts for the program's own code that called it: the line
// there is the one to read, and the way from it into the library is in the stack.
StackFrame RaceDescriber::shown(const RacingAccess& a) const {
  PositionId position = program_.instructions[a.shared.access.instruction].position;
  const Function& function = pointers_.functionOf(a.shared.instance);
  llvm::StringRef name = position ? program_.text(program_.positions[position].function) : "";
  StackFrame own{name.empty() ? program_.text(function.name).str() : name.str(), location(position)};
  if (!isSystemFile(own.at.file)) return own;
  std::vector<StackFrame> frames = stack(a.frame, a.shared.access.instruction);
  for (const StackFrame& frame : llvm::reverse(frames))
    if (frame.at.known() && !isSystemFile(frame.at.file)) return frame;
  return own;
}

RaceAccess RaceDescriber::access(const RacingAccess& a) const {
  const SharedAccess& s = a.shared;
  const Function& function = pointers_.functionOf(s.instance);
  RaceAccess result;
  result.kind = s.access.isWrite() ? AccessKind::Write : AccessKind::Read;
  result.isAtomic = s.access.isAtomic;
  result.isFree = s.access.isFree();
  result.isDestroy = s.access.mode == AccessMode::Free && !s.access.isFree();
  result.isAcquire = s.access.isAtomic && isCall(program_.instructions[s.access.instruction].opcode);
  if (result.isAcquire) result.isAtomic = false;
  StackFrame place = shown(a);
  result.at = place.at;
  result.function = place.function;
  // A lock is named as a whole, as the object of the race is.
  if (!result.isDestroy && !result.isAcquire)
    result.expression = names_.place(function, s.access.pointer, s.access.bytes == Location::any ? 0 : s.access.bytes);
  auto runs = handler(a);
  result.origin = runs ? origins_.describe(*runs) : origins_.describe(s.origin);
  result.locks = locks(a);
  result.stack = stack(a.frame, s.access.instruction);
  result.created = creation(s.origin);
  return result;
}

std::optional<Handler> RaceDescriber::handler(const RacingAccess& a) const {
  for (FrameId f = a.frame; f && order_[f].caller; f = order_[f].caller)
    if (auto found = origins_.handlerAt(a.shared.origin, {order_[order_[f].caller].instance, order_[f].call},
                                        order_[f].instance))
      return found;
  return std::nullopt;
}

std::string RaceDescriber::whyTogether(OriginId x, OriginId y) const {
  std::string nameX = origins_.describe(x), nameY = origins_.describe(y);
  auto isSignal = [&](OriginId o) { return origins_[o].kind == OriginKind::Signal; };
  if (x == y && origins_[x].kind == OriginKind::Thread)
    return "several threads may run " + nameX.substr(nameX.find(' ') + 1) + " at the same time";
  if (x == y) return nameX + " may run several times at the same time";
  if (isSignal(x) || isSignal(y)) {
    bool isFirst = isSignal(x) && !(isSignal(y) && origins_.isAncestor(x, y));
    return (isFirst ? nameX : nameY) +
           " may run at any time once it is installed, on any thread: also in the middle of " +
           (isFirst ? nameY : nameX);
  }
  if (origins_.isAncestor(x, y) || origins_.isAncestor(y, x)) {
    const std::string& creator = origins_.isAncestor(x, y) ? nameX : nameY;
    const std::string& created = origins_.isAncestor(x, y) ? nameY : nameX;
    return created + " may be running when " + creator +
           " gets there: it was started before, and not surely waited for";
  }
  return nameX + " and " + nameY + " may run at the same time: neither is over when the other starts";
}

std::vector<std::string> RaceDescriber::why(const RacingAccess& a, const RacingAccess& b) const {
  std::vector<std::string> reasons{whyTogether(a.shared.origin, b.shared.origin)};
  std::set<std::string> told;
  for (const RacingAccess* side : {&a, &b})
    if (auto runs = handler(*side); runs && told.insert(origins_.describe(*runs)).second) {
      SourceLocation at = location(program_.instructions[runs->registered.instruction].position);
      std::string where = at.known() ? at.file + ":" + std::to_string(at.line) : "a place that is not known";
      reasons.push_back(program_.text(pointers_.functionOf(runs->entry).name).str() + " runs on " +
                        origins_.describe(runs->on) + (runs->loop == runs->registered ? "" : ", by its loop") +
                        "; it was registered at " + where);
    }
  auto held = locks(a), other = locks(b);
  if (held.empty() && other.empty())
    reasons.push_back("no lock is surely held at either access");
  else if (held.empty() || other.empty())
    reasons.push_back("only one of the two accesses holds a lock: " + llvm::join(held.empty() ? other : held, ", "));
  else
    reasons.push_back("the two accesses hold no lock in common that excludes the other: " + llvm::join(held, ", ") +
                      " against " + llvm::join(other, ", "));
  auto isPlain = [&](const RacingAccess& side) {
    return !isCall(program_.instructions[side.shared.access.instruction].opcode);
  };
  if (isPlain(a) && isPlain(b) && a.shared.access.isAtomic != b.shared.access.isAtomic)
    reasons.push_back("one access is atomic, the other is not");
  return reasons;
}

Race RaceDescriber::race(const RacingPlace& place) const {
  Race result;
  result.object = object(place);
  result.accesses[0] = access(place.best.first);
  result.accesses[1] = access(place.best.second);
  result.kind = place.best.first.shared.origin == place.best.second.shared.origin ? RaceKind::MultipleWrite
                                                                                  : RaceKind::ConflictingAccess;
  result.why = why(place.best.first, place.best.second);
  bool isVague = place.place.isVague();
  // Memory that has no name of its own is called what the program calls it there.
  if (result.object.name.starts_with("(") || isVague)
    for (const RaceAccess& a : result.accesses)
      if (!a.expression.empty()) {
        result.object.name = a.expression;
        break;
      }

  Ranker ranker(pointers_, origins_, order_, concurrency_, marks_);
  result.lockUses = ranker.lockUses(place, [this](const RacingAccess& a) { return locks(a); });
  ranker.rank(place, result);
  result.remedies = remediesOf(place, result, origins_);
  Marks::OfPlace marks = marks_.of(place.place);
  result.isDeclaredRaceFree = marks.isRaceFree;
  if (marks.benign)
    result.benign = benignText(*marks.benign);
  else if (place.isInBenign)
    for (const RacingAccess* side : {&place.best.first, &place.best.second})
      if (const Mark* mark = marks_.benign(pointers_.instances()[side->shared.instance].function))
        result.benign = benignText(*mark);

  using Line = std::tuple<AccessKind, SourceLocation, std::string>;
  std::set<Line> seen;
  std::set<std::string> told{result.accesses[0].origin, result.accesses[1].origin};
  for (const RaceAccess& a : result.accesses) seen.insert({a.kind, a.at, a.function});
  for (const RacingAccess& other : place.accesses) {
    AccessKind kind = other.shared.access.isWrite() ? AccessKind::Write : AccessKind::Read;
    StackFrame where = shown(other);
    if (!seen.insert({kind, where.at, where.function}).second) continue;
    result.more.push_back(access(other));
    // How an origin came to be is told once.
    if (!told.insert(result.more.back().origin).second) result.more.back().created.clear();
  }
  llvm::sort(result.more, [](const RaceAccess& a, const RaceAccess& b) {
    return std::tie(a.at, a.kind, a.origin) < std::tie(b.at, b.kind, b.origin);
  });
  return result;
}

std::string RaceDescriber::benignText(const Mark& mark) const {
  llvm::StringRef reason = program_.text(mark.text);
  return reason.empty() ? "the source gives no reason" : reason.str();
}

// Objects that are allocated in several places and used by the same code are one thing to a person. The first report
// stands for all of them, and says where the others come from.
static void mergeAlike(std::vector<Race>& races) {
  using Key = std::tuple<std::string, std::string, RaceKind, SourceLocation, SourceLocation, std::string, std::string,
                         std::string>;
  std::map<Key, size_t> first;
  std::map<size_t, std::set<SourceLocation>> elsewhere;
  std::vector<Race> kept;
  for (Race& race : races) {
    const RaceAccess &a = race.accesses[0], &b = race.accesses[1];
    bool isPlain = race.object.allocated.known() && a.at.known() && b.at.known();
    Key key{race.object.name, race.object.what, race.kind, a.at, b.at, a.origin, b.origin, race.benign};
    auto [it, isNew] = isPlain ? first.try_emplace(key, kept.size()) : std::pair(first.end(), true);
    if (isNew) {
      kept.push_back(std::move(race));
      continue;
    }
    Race& into = kept[it->second];
    for (RaceAccess& more : race.more) {
      auto isSame = [&](const RaceAccess& x) {
        return std::tie(x.at, x.kind, x.function) == std::tie(more.at, more.kind, more.function);
      };
      if (llvm::none_of(into.more, isSame)) into.more.push_back(std::move(more));
    }
    into.isDeclaredRaceFree |= race.isDeclaredRaceFree;
    if (race.object.allocated != into.object.allocated) elsewhere[it->second].insert(race.object.allocated);
  }
  for (const auto& [which, places] : elsewhere) {
    Race& race = kept[which];
    llvm::sort(race.more, [](const RaceAccess& a, const RaceAccess& b) {
      return std::tie(a.at, a.kind, a.origin) < std::tie(b.at, b.kind, b.origin);
    });
    std::string text = "the same holds of what is allocated at ";
    for (const SourceLocation& at : places)
      text += (at == *places.begin() ? "" : ", ") + at.file + ":" + std::to_string(at.line);
    race.why.push_back(text);
  }
  races = std::move(kept);
}

std::vector<Race> RaceDescriber::describe(llvm::ArrayRef<RacingPlace> places) const {
  std::vector<Race> races;
  for (const RacingPlace& place : places) races.push_back(race(place));
  llvm::stable_sort(races, [](const Race& a, const Race& b) {
    if (a.rank != b.rank) return a.rank > b.rank;
    return std::tie(a.accesses[0].at, a.accesses[1].at, a.object.name) <
           std::tie(b.accesses[0].at, b.accesses[1].at, b.object.name);
  });
  mergeAlike(races);
  giveIds(races);
  return races;
}

} // namespace steward
