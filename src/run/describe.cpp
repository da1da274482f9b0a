#include "run/describe.h"

#include "program/system_files.h"
#include "run/expression.h"
#include "run/stacks.h"

#include "llvm/ADT/STLExtras.h"
#include "llvm/ADT/StringExtras.h"
#include "llvm/Support/Path.h"

#include <set>

namespace steward {

using llvm::StringRef;

static std::string placeText(const SourceLocation& at) { return at.file + ":" + std::to_string(at.line); }

// The function that a thread was created with, or else what the longest of its stacks begins with: some end early, in
// code that keeps no frame pointers.
void RunDescriber::learnEntries(const Record& record) {
  entries_.clear();
  std::map<uint32_t, size_t> depths;
  for (const RecordedRace& race : record.races)
    for (const RecordedAccess& a : race.accesses) {
      std::vector<StackFrame> stack = accessStack(record, a, symbols_);
      if (stack.size() <= depths[a.thread]) continue;
      depths[a.thread] = stack.size();
      entries_[a.thread] = entryOf(stack);
    }
  // What a library creates threads with is no name for them.
  for (const auto& [number, thread] : record.threads) {
    if (!thread.entry) continue;
    std::vector<StackFrame> frames = symbols_.code(record, thread.entry);
    if (placeOf(frames).known() && !isSystemFile(placeOf(frames).file)) entries_[number] = entryOf({frames.back()});
  }
}

std::string RunDescriber::threadName(const Record& record, uint32_t thread) {
  auto known = record.threads.find(thread);
  if (thread == 1 && (known == record.threads.end() || known->second.creator == 0)) return "main";
  if (thread == 0) return "an unknown thread";
  std::string name = "thread T" + std::to_string(thread);
  std::vector<std::string> more;
  if (const std::string& entry = entries_[thread]; !entry.empty()) more.push_back(entry);
  // Linux names threads after the program until they get a name of their own, of 15 characters at most.
  StringRef program = llvm::sys::path::filename(record.executable).take_front(15);
  if (known != record.threads.end() && !known->second.name.empty() && known->second.name != program)
    more.push_back("named '" + known->second.name + "'");
  return more.empty() ? name : name + " (" + llvm::join(more, ", ") + ")";
}

RaceAccess RunDescriber::access(const Record& record, const RecordedAccess& recorded) {
  RaceAccess a;
  a.kind = recorded.isWrite ? AccessKind::Write : AccessKind::Read;
  a.isAtomic = recorded.isAtomic;
  a.isFree = recorded.isFree;
  a.origin = threadName(record, recorded.thread);
  a.stack = accessStack(record, recorded, symbols_);
  a.at = placeOf(a.stack);
  if (!a.stack.empty()) a.function = a.stack.back().function;
  for (const StackFrame& frame : llvm::reverse(a.stack))
    if (frame.at == a.at) {
      a.function = frame.function;
      break;
    }
  if (!a.isFree) a.expression = expressionAt(lines_.line(a.at.file, a.at.line), a.at.column, recorded.isWrite);
  std::vector<SourceLocation> places = placesOf(record, recorded, symbols_);
  if (places.size() > 1) a.oneOf = std::move(places);
  if (auto thread = record.threads.find(recorded.thread); thread != record.threads.end())
    a.created = stackOf(record, thread->second.stack, symbols_);
  return a;
}

RaceObject RunDescriber::object(const Record& record, const RecordedRace& recorded, const Race& race) {
  RaceObject o;
  const RecordedAccess& now = recorded.accesses[0];
  std::string expression = race.accesses[0].expression;
  if (expression.empty()) expression = race.accesses[1].expression;
  std::optional<NamedData> data;
  switch (recorded.memory) {
  case RecordedMemory::Heap:
    o.what = "heap object";
    o.stack = stackOf(record, recorded.stack, symbols_);
    o.allocated = placeOf(o.stack);
    if (recorded.stack) o.origin = threadName(record, recorded.thread);
    break;
  case RecordedMemory::Stack:
    o.what = "local variable";
    o.origin = threadName(record, recorded.thread);
    break;
  case RecordedMemory::ThreadLocal:
    o.what = "thread-local variable";
    o.origin = threadName(record, recorded.thread);
    break;
  case RecordedMemory::Global:
  case RecordedMemory::Unknown:
    data = symbols_.data(record, now.address);
    if (data || recorded.memory == RecordedMemory::Global) o.what = "global variable";
    break;
  }
  if (data) o.allocated = data->declared;
  std::string variable = data ? data->variable : recorded.name, member = data ? data->member : variable;
  // Without types in the debug information the source may still tell which part it is.
  StringRef inside = expression;
  bool isMore = inside.consume_front(variable) && (inside.starts_with(".") || inside.starts_with("["));
  o.name = variable.empty() || (isMore && member == variable) ? expression : member;
  if (o.name.empty()) o.name = o.what.empty() ? "memory" : o.what;
  return o;
}

// By its variable, by how it is called where it is taken, or by that place; "" when none is known.
std::string RunDescriber::lockName(const Record& record, const RecordedLock& lock) {
  if (auto data = symbols_.data(record, lock.address)) return data->member;
  SourceLocation taken = placeOf(stackOf(record, lock.stack, symbols_));
  std::string name = firstArgumentAt(lines_.line(taken.file, taken.line), taken.column);
  if (name.empty() && taken.known()) name = "the lock taken at " + placeText(taken);
  return name;
}

// Where a lock was taken may be forgotten at one access and known at another.
void RunDescriber::learnLocks(const Record& record) {
  locks_.clear();
  for (const RecordedRace& race : record.races)
    for (const RecordedAccess& a : race.accesses)
      for (const RecordedLock& lock : a.locks)
        if (std::string& name = locks_[lock.address]; name.empty()) name = lockName(record, lock);
  for (auto& [address, name] : locks_)
    if (name.empty()) name = "a lock";
}

// Locks of other names are other locks; of two with one name (a member of two objects), one is another one.
void RunDescriber::locks(const RecordedRace& recorded, Race& race) {
  std::map<uint64_t, std::string> names;
  std::map<std::string, unsigned> uses;
  for (const RecordedAccess& a : recorded.accesses)
    for (const RecordedLock& lock : a.locks) {
      if (names.contains(lock.address)) continue;
      const std::string& name = locks_[lock.address];
      static constexpr const char* distinctions[] = {"", " (another one)", " (yet another one)"};
      names[lock.address] = name + distinctions[std::min(uses[name]++, 2u)];
    }
  for (unsigned k = 0; k < 2; ++k)
    for (const RecordedLock& lock : recorded.accesses[k].locks)
      race.accesses[k].locks.push_back(names[lock.address] + (lock.isShared ? " (shared)" : ""));
}

static std::string kindText(const RaceAccess& a) {
  if (a.isFree) return "free";
  return std::string(a.isAtomic ? "atomic " : "") + (a.kind == AccessKind::Write ? "write" : "read");
}

static std::string quotedList(const std::vector<std::string>& names) {
  std::string text;
  for (const std::string& name : names) text += (text.empty() ? "'" : ", '") + name + "'";
  return text;
}

static void explainLocks(Race& race) {
  const auto &first = race.accesses[0].locks, &second = race.accesses[1].locks;
  if (first.empty() && second.empty())
    race.why.push_back("no lock is held at either access");
  else if (first.empty() || second.empty())
    race.why.push_back("only one of the two accesses holds a lock: " + quotedList(first.empty() ? second : first));
  else
    race.why.push_back("the locks held at the two do not exclude each other: " + quotedList(first) + " and " +
                       quotedList(second));
}

static void explain(const RecordedRace& recorded, Race& race) {
  const RaceAccess &first = race.accesses[0], &second = race.accesses[1];
  race.why.push_back(first.origin + " and " + second.origin +
                     " did this in the run, and nothing that either did in between orders the two");
  explainLocks(race);
  for (unsigned k = 0; k < 2; ++k) {
    const RecordedAccess& a = recorded.accesses[k];
    std::string which = "the " + kindText(race.accesses[k]) + " in " + race.accesses[k].origin;
    if (a.isForgotten)
      race.why.push_back("where " + which + " was is no longer known; STEWARD_OPTIONS=history=N remembers more");
    if (a.isUnseen)
      race.why.push_back("code that was not compiled for Steward has a part in " + which +
                         ": it is on the stack, or started the thread. If it orders threads by other means than those "
                         "of the C library, that was not seen");
    if (a.isRange && race.accesses[k].oneOf.empty())
      race.why.push_back(which + " stands for several, which were checked together");
  }
}

// What would have kept the two apart, as far as one run can tell.
static void suggest(const RecordedRace& recorded, Race& race) {
  for (unsigned k = 0; k < 2; ++k) {
    const RaceAccess &with = race.accesses[k], &without = race.accesses[1 - k];
    if (without.locks.empty() && without.at.known())
      for (const std::string& lock : with.locks)
        if (!StringRef(lock).ends_with("(shared)"))
          race.remedies.push_back("taking '" + lock + "' for the " + kindText(without) + " at " +
                                  placeText(without.at) + " as well");
  }
  bool isFree = race.accesses[0].isFree || race.accesses[1].isFree;
  bool isSmall = recorded.accesses[0].bytes <= 8 && recorded.accesses[1].bytes <= 8;
  bool isPlain = race.accesses[0].oneOf.empty() && race.accesses[1].oneOf.empty();
  if (isFree)
    race.remedies.push_back("waiting for all that use '" + race.object.name + "' before it is freed");
  else if (isSmall && isPlain)
    race.remedies.push_back("making '" + race.object.name + "' atomic, if no more than this one value has to be right");
}

// The same race must look the same in whatever order the two came: a write first, then as in the source.
static bool isOtherWayRound(const Race& race) {
  const RaceAccess &a = race.accesses[0], &b = race.accesses[1];
  auto key = [](const RaceAccess& x) { return std::tuple(x.kind == AccessKind::Read, x.isAtomic, x.isFree, x.at); };
  return key(b) < key(a);
}

std::vector<Race> RunDescriber::describe(const Record& record) {
  learnEntries(record);
  learnLocks(record);
  std::vector<Race> races;
  for (RecordedRace recorded : record.races) {
    Race race;
    race.status = RaceStatus::Confirmed;
    for (unsigned k = 0; k < 2; ++k) race.accesses[k] = access(record, recorded.accesses[k]);
    if (isOtherWayRound(race)) {
      std::swap(race.accesses[0], race.accesses[1]);
      std::swap(recorded.accesses[0], recorded.accesses[1]);
    }
    race.object = object(record, recorded, race);
    locks(recorded, race);
    explain(recorded, race);
    suggest(recorded, race);
    races.push_back(std::move(race));
  }
  return races;
}

} // namespace steward
