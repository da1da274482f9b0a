#include "race/rank.h"

#include "pointer/wrappers.h"
#include "program/library.h"
#include "sharing/object_names.h"

#include "llvm/ADT/SmallSet.h"
#include "llvm/ADT/StringExtras.h"

#include <cmath>
#include <map>
#include <set>

namespace steward {

namespace {

// Where nothing is known for or against it.
constexpr double usual = 0.8;

// What a rank is multiplied with.
constexpr double givenMemory = 0.5, foreignMemory = 0.5, vaguePlace = 0.6, sameName = 0.5, libraryCode = 0.5,
                 faultHandler = 0.6, signalHandlers = 0.7, wayToFailure = 0.8, oneConstant = 0.8, counter = 0.9,
                 volatileAccess = 0.9, freed = 0.85, mostDoubt = 0.5;

// How much of the way to 1 it is raised.
constexpr double inconsistentLock = 0.5, declaredRaceFree = 0.5, declaredGuard = 0.7, declaredRequirement = 0.5;

} // namespace

struct Ranker::Verdict {
  double rank = usual;
  std::vector<std::string> reasons = {};
  void lower(double weight, const llvm::Twine& why) {
    rank *= weight;
    reasons.push_back(("lower rank: " + why).str());
  }
  void raise(double weight, const llvm::Twine& why) {
    rank += (1 - rank) * weight;
    reasons.push_back(("higher rank: " + why).str());
  }
};

llvm::StringRef plainLock(llvm::StringRef lock) {
  lock.consume_back(" (shared)");
  return lock;
}

bool mayBeLock(llvm::StringRef declared, llvm::StringRef lock) {
  auto last = [](llvm::StringRef name) {
    name = name.trim(" &*()");
    size_t at = name.find_last_of(".>:");
    return at == llvm::StringRef::npos ? name : name.drop_front(at + 1);
  };
  return last(declared) == last(plainLock(lock));
}

// "counter++ at a.c:3": where an access is, in few words.
static std::string where(const RaceAccess& a) {
  return std::string(a.kind == AccessKind::Write ? "write" : "read") + " at " + a.at.file + ":" +
         std::to_string(a.at.line);
}

void Ranker::memory(const RacingPlace& place, Verdict& verdict) const {
  const Object& object = pointers_.objects()[place.place.at.object];
  if (isGiven(pointers_, object))
    verdict.lower(givenMemory, "what the origin is given is not known, and may be another object each time");
  else if (object.kind == ObjectKind::Unknown || object.kind == ObjectKind::Library)
    verdict.lower(foreignMemory, "the memory comes from code that was not analysed");
  else if (place.place.isVague())
    verdict.lower(vaguePlace, "which part of the object is accessed could not be told");
}

std::vector<LockUse> Ranker::lockUses(const RacingPlace& place, const LockNames& locks) const {
  // Of an instruction that is executed in several states, what it holds in all of them.
  std::map<std::pair<InstructionId, OriginId>, std::set<std::string>> held;
  for (const RacingAccess& a : place.company) {
    bool mayMeet = concurrency_.mayOverlap(a.point, place.best.first.point) ||
                   concurrency_.mayOverlap(a.point, place.best.second.point);
    if (!mayMeet) continue;
    std::set<std::string> names;
    for (const std::string& lock : locks(a)) names.insert(plainLock(lock).str());
    auto [it, isNew] = held.try_emplace({a.shared.access.instruction, a.shared.origin}, names);
    if (!isNew) std::erase_if(it->second, [&](const std::string& name) { return !names.contains(name); });
  }
  // What several threads of one kind do is one access in the source.
  std::map<InstructionId, std::set<std::string>> byInstruction;
  for (auto& [key, names] : held) {
    auto [it, isNew] = byInstruction.try_emplace(key.first, names);
    if (!isNew) std::erase_if(it->second, [&](const std::string& name) { return !names.contains(name); });
  }
  std::map<std::string, unsigned> counts;
  for (auto& [instruction, names] : byInstruction)
    for (const std::string& name : names) ++counts[name];
  std::vector<LockUse> uses;
  for (auto& [name, count] : counts) {
    std::set<OriginId> origins;
    for (auto& [key, names] : held)
      if (names.contains(name)) origins.insert(key.second);
    bool isSeveral = llvm::any_of(origins, [&](OriginId o) { return origins_.isSeveral(o); });
    uses.push_back(
        {name, count, static_cast<unsigned>(byInstruction.size()), static_cast<unsigned>(origins.size() + isSeveral)});
  }
  llvm::stable_sort(uses, [](const LockUse& a, const LockUse& b) { return a.held > b.held; });
  return uses;
}

static bool holds(const RaceAccess& a, llvm::StringRef lock) {
  return llvm::any_of(a.locks, [&](llvm::StringRef held) { return plainLock(held) == lock; });
}

void Ranker::locks(const RacingPlace& place, const Race& race, Verdict& verdict) const {
  const RaceAccess &a = race.accesses[0], &b = race.accesses[1];
  for (const std::string& lock : a.locks)
    if (llvm::is_contained(b.locks, lock) && plainLock(lock) == lock && lock != elementLockName &&
        lock != holderLockName && !place.doubts.lock) {
      verdict.lower(sameName, "both accesses hold a lock called '" + lock + "', which may be one and the same");
      return;
    }
  // A lock that one thread alone ever holds there is held for something else.
  for (const LockUse& use : race.lockUses)
    if (use.of >= 3 && use.held * 3 >= use.of * 2 && use.origins >= 2 && holds(a, use.lock) != holds(b, use.lock)) {
      verdict.raise(inconsistentLock, llvm::Twine(use.held) + " of " + llvm::Twine(use.of) + " accesses hold '" +
                                          use.lock + "'; the " + where(holds(a, use.lock) ? b : a) + " does not");
      return;
    }
}

void Ranker::origins(const RacingPlace& place, Verdict& verdict) const {
  const RacingAccess* sides[] = {&place.best.first, &place.best.second};
  unsigned handlers = 0;
  for (const RacingAccess* side : sides) {
    const Origin& origin = origins_[side->shared.origin];
    if (origin.isFault) {
      verdict.lower(faultHandler, origins_.describe(side->shared.origin) +
                                      " runs on a thread that made a fault itself, as the process dies");
      return;
    }
    handlers += origin.kind == OriginKind::Signal;
  }
  if (handlers == 2) verdict.lower(signalHandlers, "both accesses are made in signal handlers, which seldom meet");
}

InstructionId Ranker::definitionOf(FunctionId function, ValueId value) const {
  const Function& f = program_.functions[function];
  return value.isLocal() ? program_.local(f, value.local()).definition : InstructionId();
}

bool Ranker::isMadeThere(const RacingAccess& a) const {
  const Object& object = pointers_.objects()[pointers_.objects().whole(a.shared.place.at.object)];
  if (object.kind != ObjectKind::Heap || !a.shared.access.isWrite() || a.shared.access.mode == AccessMode::Free ||
      !object.instance)
    return false;
  FunctionId maker = pointers_.instances()[object.instance].function;
  // What runs a thread or the program makes objects, starts others, and goes on.
  for (FrameId f = a.frame; f && order_[f].caller; f = order_[f].caller) {
    FunctionId function = pointers_.instances()[order_[f].instance].function;
    if (program_.text(program_.functions[function].linkName) == "main") return false;
    if (function == maker) return true;
    if (f != a.frame) return false; // its caller, but not that one's
  }
  return false;
}

bool Ranker::isWayToFailure(const RacingAccess& a) const {
  const Function& f = pointers_.functionOf(a.shared.instance);
  BlockId start;
  for (BlockId b : program_.blocksOf(f)) {
    const Block& block = program_.blocks[b];
    if (block.firstInstruction.index <= a.shared.access.instruction.index &&
        a.shared.access.instruction.index < block.firstInstruction.index + block.instructionCount)
      start = b;
  }
  if (!start) return false;
  // All ways end where nothing goes on, and none goes round.
  std::set<BlockId> seen;
  std::vector<BlockId> work{start};
  while (!work.empty()) {
    BlockId b = work.back();
    work.pop_back();
    if (!seen.insert(b).second) continue;
    const Block& block = program_.blocks[b];
    const Instruction& last =
        program_.instructions[InstructionId(block.firstInstruction.index + block.instructionCount - 1)];
    if (last.opcode == Opcode::Return || last.opcode == Opcode::Throw) return false;
    for (BlockId next : program_.successorsOf(block)) {
      if (next == start || seen.contains(next)) return false;
      work.push_back(next);
    }
  }
  return true;
}

bool Ranker::isOneConstant(const RacingPlace& place) const {
  std::optional<int64_t> value;
  bool hasWrite = false;
  for (const RacingAccess& a : place.accesses) {
    if (!a.shared.access.isWrite()) continue;
    const Instruction& i = program_.instructions[a.shared.access.instruction];
    if (i.opcode != Opcode::Store) return false;
    auto number = program_.integer(program_.operandsOf(i)[1]);
    if (!number || (hasWrite && number != value)) return false;
    value = number;
    hasWrite = true;
  }
  return hasWrite;
}

bool Ranker::isCounter(const RacingPlace& place) const {
  bool hasWrite = false;
  for (const RacingAccess& a : place.accesses) {
    if (!a.shared.access.isWrite()) continue;
    const Instruction& i = program_.instructions[a.shared.access.instruction];
    FunctionId function = pointers_.instances()[a.shared.instance].function;
    InstructionId sum = i.opcode == Opcode::Store ? definitionOf(function, program_.operandsOf(i)[1]) : InstructionId();
    if (!sum) return false;
    const Instruction& s = program_.instructions[sum];
    if (s.opcode != Opcode::Binary || (s.binary != BinaryKind::Add && s.binary != BinaryKind::Sub)) return false;
    bool isOnItself = false;
    for (ValueId v : program_.operandsOf(s))
      if (InstructionId d = definitionOf(function, v)) {
        const Instruction& load = program_.instructions[d];
        isOnItself |= load.opcode == Opcode::Load && program_.operandsOf(load)[0] == program_.operandsOf(i)[0];
      }
    if (!isOnItself) return false;
    hasWrite = true;
  }
  return hasWrite;
}

void Ranker::code(const RacingPlace& place, const Race& race, Verdict& verdict) const {
  const RacingAccess *first = &place.best.first, *second = &place.best.second;
  if (isSystemFile(race.accesses[0].at.file) && isSystemFile(race.accesses[1].at.file))
    verdict.lower(libraryCode, "both accesses are made by code of libraries");
  for (auto [side, told] : {std::pair(first, 0), std::pair(second, 1)})
    if (isWayToFailure(*side)) {
      verdict.lower(wayToFailure, "behind the " + where(race.accesses[told]) + " the process only ends");
      break;
    }
  auto isFree = [](const RacingAccess* a) { return a->shared.access.mode == AccessMode::Free; };
  if (isFree(first) || isFree(second))
    verdict.lower(freed, race.accesses[0].isFree || race.accesses[1].isFree
                             ? "one of the two frees the object, which programs seldom do while others still know it"
                             : "one of the two ends the lock, which programs seldom do while others still need it");
  if (isOneConstant(place))
    verdict.lower(oneConstant, "all writes store the same number");
  else if (isCounter(place))
    verdict.lower(counter, "it is only counted: what may be lost is some of the count");
  auto isVolatile = [&](const RacingAccess* a) {
    return program_.instructions[a->shared.access.instruction].isVolatile;
  };
  if (isVolatile(first) || isVolatile(second))
    verdict.lower(volatileAccess, "it is volatile, and so meant to be used by several; that orders nothing, though");
}

// Doubts have much to do with each other, so that all together count for no more than half; and they hide nothing that
// would be listed without them.
void Ranker::doubts(const RacingPlace& place, const Race& race, Verdict& verdict) const {
  const Doubts& doubts = place.doubts;
  double weight = doubts.weight();
  auto tell = [&](bool isSo, const llvm::Twine& why) {
    if (isSo) verdict.reasons.push_back(("lower rank: " + why).str());
  };
  bool isMaking = false;
  for (auto [side, told] : {std::pair(&place.best.first, 0), std::pair(&place.best.second, 1)})
    if (!isMaking && isMadeThere(*side)) {
      isMaking = true;
      tell(true, "the " + where(race.accesses[told]) +
                     " is made by who allocates the object, perhaps before others know of it");
    }
  if (isMaking && !doubts.isMaking) weight *= doubtWeights.making;
  tell(!isMaking && doubts.isMaking, "one of the two has perhaps just allocated the object, before others know of it");
  tell(doubts.isEachOwn, "it is one of several objects, and no access looks for it where other threads would find it: "
                         "perhaps each has its own");
  tell(doubts.isMixed, "one access is to bytes of memory that serves as several things, and perhaps to another one of "
                       "these");
  tell(doubts.isLeaving, "main has left its event loop, perhaps since all others were told to end");
  tell(doubts.isStarting, "main has not come to its event loop yet; perhaps there is nothing to do for others before");
  if (doubts.crowd != 0) {
    auto targets = [&](const RacingAccess& a) {
      return pointers_.objectCount(a.shared.instance, a.shared.access.pointer);
    };
    tell(true, "a pointer of the two may be to any of " +
                   llvm::Twine(std::max(targets(place.best.first), targets(place.best.second))) +
                   " objects, as far as can be told: perhaps never to the same");
  }
  tell(doubts.isThrough, "neither access names the variable: both go through pointers that may be to others, too");
  tell(doubts.isTaken, "the object was found under a lock that is not held any more, and may have been taken out for "
                       "this thread alone");
  tell(doubts.isTested, "the object was tested before under the lock that the other access holds: perhaps it is handed "
                        "over by that");
  tell(doubts.isHandedOver, "one thread allocates the object and another one frees it: perhaps it is handed over");
  tell(doubts.isAwaited, "some thread of that kind was waited for on the way there; perhaps all were");
  tell(doubts.lock.has_value(),
       "both accesses hold a lock of the kind '" + place.kinLock + "', which may be one and the same");
  verdict.rank = std::max(verdict.rank * std::max(weight, mostDoubt), std::min(verdict.rank, defaultMinRank));
}

void Ranker::declarations(const RacingPlace& place, const Race& race, Verdict& verdict) const {
  Marks::OfPlace marks = marks_.of(place.place);
  if (marks.isRaceFree) verdict.raise(declaredRaceFree, "the source declares it to be free of races (steward::norace)");
  const RacingAccess* sides[] = {&place.best.first, &place.best.second};
  for (unsigned k : {0u, 1u}) {
    auto holdsDeclared = [&](const Mark& mark) {
      return llvm::any_of(race.accesses[k].locks,
                          [&](llvm::StringRef lock) { return mayBeLock(program_.text(mark.text), lock); });
    };
    if (marks.guard && !holdsDeclared(*marks.guard)) {
      verdict.raise(declaredGuard, "the source declares it to be guarded by '" + program_.text(marks.guard->text) +
                                       "', which the " + where(race.accesses[k]) + " does not hold");
      return;
    }
    FunctionId function = pointers_.instances()[sides[k]->shared.instance].function;
    if (const Mark* required = marks_.required(function); required && !holdsDeclared(*required)) {
      verdict.raise(declaredRequirement, program_.text(program_.functions[function].name) +
                                             " is declared to require '" + program_.text(required->text) +
                                             "', and is called without it");
      return;
    }
  }
}

void Ranker::rank(const RacingPlace& place, Race& race) const {
  Verdict verdict;
  memory(place, verdict);
  locks(place, race, verdict);
  origins(place, verdict);
  code(place, race, verdict);
  doubts(place, race, verdict);
  declarations(place, race, verdict);
  // Two digits are more than anybody can tell.
  race.rank = std::round(verdict.rank * 100) / 100;
  race.why.insert(race.why.end(), verdict.reasons.begin(), verdict.reasons.end());
}

} // namespace steward
