// From a conflict in the shadow to a race that is told: who made the earlier access and where, what it was, whether it
// is news. Slow, and under one lock; a program with many races has few places that race.
#include "runtime/found.h"
#include "runtime/options.h"
#include "runtime/side.h"
#include "runtime/stacks.h"

#include <errno.h>
#include <fcntl.h>
#include <sys/syscall.h>
#include <time.h>
#include <unistd.h>

namespace steward::runtime {

static SpinLock reportLock;
static int recordFile = -1;
static int32_t recordPid; // a child of fork() writes a file of its own
static unsigned raceCount;
static uint64_t* toldKeys; // open addressing; 0 is free
static size_t toldCapacity, toldCount;
// Conflicts seen lately, before anything is looked up: by where, with which span; and by which word, too. What goes
// beyond the first of these is looked up as long as it brings something new.
static uint64_t quickKeys[1024], quickWords[1024];
static uint16_t fruitless[1024];
static constexpr uint16_t mostFruitless = 64;

const char* kindWord(AccessKind kind) {
  constexpr const char* words[] = {"read", "write", "atomic-read", "atomic-write", "free"};
  return words[unsigned(kind)];
}

static uint64_t mix(uint64_t a, uint64_t b) {
  a = (a ^ b) * 0x9e3779b97f4a7c15ull;
  return a ^ a >> 29;
}

static bool isNews(uint64_t key) {
  key |= 1;
  if (toldCount * 2 >= toldCapacity) {
    size_t capacity = toldCapacity ? toldCapacity * 2 : 4096;
    uint64_t* keys = static_cast<uint64_t*>(mapPages(capacity * 8));
    for (size_t i = 0; i < toldCapacity; ++i)
      if (uint64_t old = toldKeys[i]) {
        size_t place = old % capacity;
        while (keys[place]) place = (place + 1) % capacity;
        keys[place] = old;
      }
    if (toldKeys) unmapPages(toldKeys, toldCapacity * 8);
    toldKeys = keys;
    toldCapacity = capacity;
  }
  size_t place = key % toldCapacity;
  for (; toldKeys[place]; place = (place + 1) % toldCapacity)
    if (toldKeys[place] == key) return false;
  toldKeys[place] = key;
  ++toldCount;
  return true;
}

static void copyLocks(const Thread& thread, FoundSide& side) {
  unsigned count = thread.lockCount < maxHeldLocks ? thread.lockCount : maxHeldLocks;
  for (unsigned i = 0; i < count; ++i)
    side.locks[i] = {thread.locks[i].at, thread.locks[i].mode, thread.locks[i].taken, 0};
  side.lockCount = count;
}

// The locks at an event: those of now, with what happened since undone.
static void findLocks(const Thread& thread, uint64_t index, FoundSide& side) {
  copyLocks(thread, side);
  const History& history = thread.history;
  uint64_t end = __atomic_load_n(&history.next, __ATOMIC_ACQUIRE);
  for (uint64_t i = end; i-- > index + 1;) {
    const Event& event = history.ring[i & (history.size - 1)];
    EventKind kind = EventKind(event.kind);
    if (kind == EventKind::Lock || kind == EventKind::LockShared) {
      for (unsigned l = 0; l < side.lockCount; ++l)
        if (side.locks[l].at == event.at) side.locks[l--] = side.locks[--side.lockCount];
    } else if ((kind == EventKind::Unlock || kind == EventKind::UnlockShared) && side.lockCount < maxHeldLocks)
      side.locks[side.lockCount++] = {event.at, kind == EventKind::Unlock ? LockMode::Exclusive : LockMode::Shared, 0,
                                      0};
  }
  // Where those were taken that have been given back since.
  uint64_t begin = end > history.size ? end - history.size : 0;
  for (unsigned l = 0; l < side.lockCount; ++l)
    for (uint64_t i = index; !side.locks[l].taken && i-- > begin;) {
      const Event& event = history.ring[i & (history.size - 1)];
      EventKind kind = EventKind(event.kind);
      if (event.at != side.locks[l].at || (kind != EventKind::Lock && kind != EventKind::LockShared)) continue;
      side.locks[l].taken = event.stack;
      side.locks[l].pc = event.pc;
      break;
    }
}

// What the thread of an earlier access noted of it, or of another that it made to some of these bytes in the same span.
struct Noted {
  Event event;
  uint64_t index;
};
static bool findNoted(const Thread& thread, const Side& earlier, uintptr_t at, size_t bytes, Noted& noted) {
  return findEvent(thread, earlier.epoch, at, bytes, earlier.kind, &noted.event, &noted.index);
}

// A thread notes an access just after it is in the shadow: it may be about to. It is worth some patience, for it may
// have lost its processor meanwhile; less where the event may be one that was forgotten.
static bool awaitNoted(const Thread& thread, const Side& earlier, Noted& noted) {
  const History& history = thread.history;
  bool hasForgotten = __atomic_load_n(&history.next, __ATOMIC_RELAXED) > history.size;
  constexpr unsigned yields = 64, naps = 50;
  for (unsigned attempt = 0;; ++attempt) {
    bool isLast = attempt == yields + (hasForgotten ? 0 : naps) || __atomic_load_n(&thread.hasEnded, __ATOMIC_ACQUIRE);
    if (findNoted(thread, earlier, earlier.at, earlier.bytes, noted)) return true;
    if (isLast) return false;
    timespec nap{0, 1'000'000};
    if (attempt < yields)
      syscall(SYS_sched_yield);
    else
      syscall(SYS_nanosleep, &nap, nullptr);
  }
}

static void fillFrom(const Noted& noted, FoundSide& side) {
  const Event& event = noted.event;
  side.pc = event.pc;
  side.stack = event.stack;
  side.site = event.site();
  side.checked = event.at;
  side.kind = AccessKind(uint8_t(event.kind));
}

// Whether the side may be any of several accesses in the program, or several: of a loop. What the C library does is
// one.
static bool isSeveral(const FoundSide& side) {
  unsigned meant = 0, exact = 0;
  for (uint32_t i = 0; side.site && i < side.site->count; ++i)
    if (isMeant(side, side.site->accesses[i])) ++meant, exact += side.site->accesses[i].bytes != 0;
  return meant > 1 || meant > exact;
}

// From `at` on, the bytes up to `end` that the same accesses touch, of those that the side's check stands for.
static uintptr_t endOfSame(const FoundSide& side, uintptr_t at, uintptr_t end) {
  for (uint32_t i = 0; side.site && side.checked && i < side.site->count; ++i) {
    const SiteAccess& access = side.site->accesses[i];
    if (!access.bytes) continue; // any of them
    uintptr_t from = side.checked + uintptr_t(intptr_t(access.offset)), to = from + access.bytes;
    if (from > at && from < end) end = from;
    if (to > at && to < end) end = to;
  }
  return end;
}

static void findObject(FoundRace& race) {
  uintptr_t at = race.sides[0].at;
  if (findAllocation(at, &race.allocation))
    race.object = ObjectKind::Heap;
  else if (isInModuleData(at))
    race.object = ObjectKind::Global;
  else
    for (const FoundSide& side : race.sides)
      if (side.thread && at >= side.thread->stackLow && at < side.thread->stackHigh) {
        race.object = ObjectKind::Stack;
        race.owner = side.thread->number;
      }
}

unsigned sideFrames(uintptr_t pc, StackId stack, uintptr_t (&frames)[66]) {
  unsigned count = 0;
  if (pc) frames[count++] = pc;
  const uintptr_t* above;
  unsigned more = stackFrames(stack, &above);
  for (unsigned i = 0; i < more && count < 66; ++i) frames[count++] = above[i];
  return count;
}

// The record

static void addModule(Text& text, uintptr_t pc) {
  Module* module = moduleOf(pc);
  if (!module || module->isWritten) return;
  module->isWritten = true;
  text.add("module ");
  text.addNumber(moduleIndex(module));
  text.add(' ');
  text.addQuoted(module->path);
  for (uintptr_t value : (uintptr_t[]){module->low, module->high, module->bias}) {
    text.add(' ');
    text.addAddress(value);
  }
  text.add('\n');
}

static StackId nextStackNumber = 1;

// Writes the stack and returns the number that it has in the record.
static StackId addStack(Text& text, const uintptr_t* frames, unsigned count) {
  if (!count) return 0;
  for (unsigned i = 0; i < count; ++i) addModule(text, frames[i]);
  text.add("stack ");
  text.addNumber(nextStackNumber);
  for (unsigned i = 0; i < count; ++i) {
    text.add(' ');
    text.addAddress(frames[i]);
  }
  text.add('\n');
  return nextStackNumber++;
}

static StackId addStack(Text& text, StackId stack) {
  const uintptr_t* frames;
  unsigned count = stackFrames(stack, &frames);
  return addStack(text, frames, count);
}

static void addThread(Text& text, const Thread* thread) {
  if (!thread || thread->recordedIn == recordPid) return;
  thread->recordedIn = recordPid;
  if (const Thread* creator = thread->creator ? findThread(thread->creator) : nullptr) addThread(text, creator);
  StackId created = addStack(text, thread->created);
  if (thread->entry) addModule(text, thread->entry);
  text.add("thread ");
  text.addNumber(thread->number);
  text.add(' ');
  text.addQuoted(thread->name);
  text.add(' ');
  text.addNumber(thread->creator);
  text.add(' ');
  text.addNumber(created);
  text.add(' ');
  text.addAddress(thread->entry);
  text.add('\n');
}

static void addSide(Text& text, const FoundSide& side, StackId stack, const StackId* lockStacks) {
  text.add("access ");
  text.add(kindWord(side.kind));
  text.add(' ');
  text.addAddress(side.at);
  text.add(' ');
  text.addNumber(side.bytes);
  text.add(' ');
  text.addNumber(side.thread ? side.thread->number : 0);
  text.add(' ');
  text.addNumber(stack);
  text.add(' ');
  const char* separator = "";
  auto flag = [&](bool isSet, const char* word) {
    if (!isSet) return;
    text.add(separator);
    text.add(word);
    separator = ",";
  };
  flag(side.isRange, "range");
  flag(!side.pc, "forgotten");
  flag(side.thread && side.thread->isForeign, "unseen"); // nobody saw what came before it
  text.add(*separator ? "\n" : "-\n");
  for (uint32_t i = 0; side.site && i < side.site->count; ++i) {
    const SiteAccess& access = side.site->accesses[i];
    if (!isMeant(side, access)) continue;
    text.add("at ");
    text.addQuoted(access.file);
    text.add(' ');
    text.addNumber(access.line);
    text.add(' ');
    text.addNumber(access.column);
    text.add(' ');
    text.addQuoted(access.function);
    text.add('\n');
  }
  for (unsigned i = 0; i < side.lockCount; ++i) {
    text.add("lock ");
    text.addAddress(side.locks[i].at);
    text.add(side.locks[i].mode == LockMode::Shared ? " shared " : " exclusive ");
    text.addNumber(lockStacks[i]);
    text.add('\n');
  }
}

static void openRecord() {
  Text path;
  // A process that has replaced itself by another program finds its number taken by the record of the first.
  for (unsigned attempt = 0; attempt < 100; ++attempt) {
    path.clear();
    path.add(options.report_file);
    path.add('.');
    path.addNumber(uint64_t(syscall(SYS_getpid)));
    if (attempt) {
      path.add('.');
      path.addNumber(attempt);
    }
    path.add('\0');
    recordFile =
        int(syscall(SYS_openat, AT_FDCWD, path.data(), O_CREAT | O_EXCL | O_WRONLY | O_APPEND | O_CLOEXEC, 0644));
    if (recordFile >= 0 || errno != EEXIST) break;
  }
  recordPid = int32_t(syscall(SYS_getpid));
  if (recordFile < 0) {
    Text message;
    message.add("cannot write ");
    message.add(path.data());
    message.add(": races are printed instead");
    message.add('\0');
    printLine(message.data());
    options.report_file = nullptr;
    options.print = true;
    return;
  }
  // The program may close what it did not open, and expects low numbers for what it opens.
  if (int high = int(syscall(SYS_fcntl, recordFile, F_DUPFD_CLOEXEC, 900)); high >= 0) {
    syscall(SYS_close, recordFile);
    recordFile = high;
  }
  Text text;
  text.add("steward-races 1\nprocess ");
  text.addNumber(uint64_t(recordPid));
  text.add(' ');
  text.addNumber(uint64_t(syscall(SYS_getppid)));
  text.add(' ');
  char executable[4096];
  long length = syscall(SYS_readlinkat, AT_FDCWD, "/proc/self/exe", executable, sizeof executable - 1);
  executable[length > 0 ? length : 0] = 0;
  text.addQuoted(executable);
  text.add('\n');
  text.writeTo(recordFile);
}

static void writeRecord(const FoundRace& race) {
  if (!options.report_file) return;
  if (recordPid != int32_t(syscall(SYS_getpid))) { // after fork(), all is to be written again
    forgetWrittenModules();
    openRecord();
  }
  if (recordFile < 0) return;
  Text text;
  StackId stacks[2], lockStacks[2][maxHeldLocks];
  for (unsigned i = 0; i < 2; ++i) {
    const FoundSide& side = race.sides[i];
    uintptr_t frames[66];
    stacks[i] = addStack(text, frames, sideFrames(side.pc, side.stack, frames));
    addThread(text, side.thread);
    for (unsigned l = 0; l < side.lockCount; ++l)
      lockStacks[i][l] = addStack(text, frames, sideFrames(side.locks[l].pc, side.locks[l].taken, frames));
  }
  StackId allocated = 0;
  if (race.object == ObjectKind::Heap) {
    allocated = addStack(text, race.allocation.stack);
    if (race.allocation.thread) addThread(text, findThread(race.allocation.thread));
  }
  if (race.object == ObjectKind::Global) addModule(text, race.sides[0].at);
  text.add("race\n");
  for (unsigned i = 0; i < 2; ++i) addSide(text, race.sides[i], stacks[i], lockStacks[i]);
  switch (race.object) {
  case ObjectKind::Heap:
    text.add("object heap ");
    text.addAddress(race.allocation.at);
    text.add(' ');
    text.addNumber(race.allocation.bytes);
    text.add(' ');
    text.addNumber(race.allocation.thread);
    text.add(' ');
    text.addNumber(allocated);
    break;
  case ObjectKind::Global:
    text.add("object global \"\" ");
    text.addAddress(race.sides[0].at);
    text.add(' ');
    text.addNumber(race.sides[0].bytes);
    break;
  case ObjectKind::Stack:
    text.add("object stack ");
    text.addNumber(race.owner);
    break;
  case ObjectKind::Unknown:
    text.add("object unknown");
    break;
  }
  text.add("\nend\n");
  if (!text.writeTo(recordFile)) printLine("the report file cannot be written any more");
}

void startRecord() {
  forgetSymbolizer();
  if (options.report_file) openRecord();
  readSuppressions();
}

// Addresses in the code name a place best: one check in two instances of a template is one place for each. And which of
// the accesses that the check stands for.
static uint64_t placeOf(const FoundSide& side) {
  if (!side.pc) return uint64_t(side.kind);
  uint32_t i = 0;
  while (side.site && i < side.site->count && !isMeant(side, side.site->accesses[i])) ++i;
  return mix(side.pc, i);
}

// `noted`: of the earlier one; null when it is not known. Whether it was news.
static bool tell(FoundRace& race, const Noted* noted) {
  uint64_t a = placeOf(race.sides[0]), b = placeOf(race.sides[1]);
  if (!isNews(mix(a < b ? a : b, a < b ? b : a))) return false;
  if (noted) findLocks(*race.sides[1].thread, noted->index, race.sides[1]);
  findObject(race);
  if (isSuppressed(race)) return true;
  ++raceCount;
  writeRecord(race);
  if (options.print) printRace(race, raceCount);
  if (options.halt) syscall(SYS_exit_group, options.exit_status);
  return true;
}

static bool areConflicting(AccessKind a, AccessKind b) {
  auto isAtomic = [](AccessKind kind) { return kind == AccessKind::AtomicRead || kind == AccessKind::AtomicWrite; };
  auto isRead = [](AccessKind kind) { return kind == AccessKind::Read || kind == AccessKind::AtomicRead; };
  return !(isAtomic(a) && isAtomic(b)) && !(isRead(a) && isRead(b));
}

// What the later check and what the other thread noted have in common: each pair of accesses that touch the same.
static void tellPieces(FoundRace& race, const Side& now, const Noted& noted, unsigned& left) {
  FoundSide &later = race.sides[0], &other = race.sides[1];
  uintptr_t from = now.checkedBytes ? now.checked : now.at, bytes = now.checkedBytes ? now.checkedBytes : now.bytes;
  uintptr_t at = noted.event.at > from ? uintptr_t(noted.event.at) : from, end = noted.event.at + noted.event.extent();
  if (from + bytes < end) end = from + bytes;
  fillFrom(noted, other);
  for (uintptr_t to; left && at < end; at = to) {
    to = endOfSame(other, at, endOfSame(later, at, end));
    later.at = other.at = at;
    later.bytes = other.bytes = to - at;
    later.isRange = isSeveral(later);
    other.isRange = isSeveral(other);
    left -= tell(race, &noted);
  }
}

// The shadow knows of a word, of one access of the other thread, and the check may be for several accesses. What is
// told are all pairs of accesses to the same bytes: whatever the other noted in that span is in no order with this one,
// and what it did in other spans if they are not before this one. Of a variable, that is: other memory may have been
// something else then.
static void tellEach(FoundRace& race, const Thread& thread, const Side& now, const Side& earlier, bool isThorough) {
  FoundSide& other = race.sides[1];
  other = {earlier.kind, earlier.at, earlier.bytes, threadOf(earlier.epoch), 0, 0, nullptr, 0, false, {}, 0};
  Noted first, noted;
  if (!other.thread || !awaitNoted(*other.thread, earlier, first)) {
    tell(race, nullptr);
    return;
  }
  const History& history = other.thread->history;
  bool isVariable = isInModuleData(now.at);
  uintptr_t from = now.checkedBytes ? now.checked : now.at,
            end = from + (now.checkedBytes ? now.checkedBytes : now.bytes);
  unsigned left = 32; // news
  bool isTold = false;
  noted.index = __atomic_load_n(&history.next, __ATOMIC_ACQUIRE);
  while (left && isThorough && previousEvent(*other.thread, from, end - from, &noted.event, &noted.index)) {
    auto kind = AccessKind(uint8_t(noted.event.kind));
    if (kind == AccessKind::Free && earlier.kind != AccessKind::Free) break; // it was something else before
    bool isOfSpan = noted.event.epoch == first.event.epoch || noted.event.epoch == earlier.epoch;
    bool isUnordered = isOfSpan || (isVariable && slotOf(noted.event.epoch) == slotOf(earlier.epoch) &&
                                    !thread.clock.covers(noted.event.epoch));
    if (isUnordered && !noted.event.isSparse && areConflicting(now.kind, kind)) {
      tellPieces(race, now, noted, left);
      isTold = true;
    }
    if (kind == AccessKind::Free) break;
  }
  if (isTold) return;
  if (!first.event.isSparse) return tellPieces(race, now, first, left);
  fillFrom(first, other);
  other.isRange = isSeveral(other);
  tell(race, &first);
}

void reportRace(Thread& thread, const Side& now, const Side& earlier, const void* frame) {
  int savedErrno = errno;
  uint64_t here = uint64_t(static_cast<const uintptr_t*>(frame)[1]);
  uint64_t quick = mix(mix(here, earlier.epoch), uint64_t(earlier.kind)) | 1;
  uint64_t& seen = quickKeys[quick >> 32 & 1023];
  uint64_t word = mix(quick, now.at / 8) | 1;
  uint64_t& seenWord = quickWords[word >> 32 & 1023];
  uint16_t& misses = fruitless[here * 0x9e3779b97f4a7c15ull >> 54];
  bool isAgain = __atomic_load_n(&seen, __ATOMIC_RELAXED) == quick;
  if (isAgain && (__atomic_load_n(&seenWord, __ATOMIC_RELAXED) == word ||
                  __atomic_load_n(&misses, __ATOMIC_RELAXED) >= mostFruitless))
    return;
  __atomic_store_n(&seen, quick, __ATOMIC_RELAXED);
  __atomic_store_n(&seenWord, word, __ATOMIC_RELAXED);
  ++thread.inRuntime;
  // Here at the latest: who is about to tell of this access, and has the lock, waits for it to be noted.
  bool isKnown = now.checkedBytes;
  noteAccess(thread, now.kind, isKnown ? now.checked : now.at, isKnown ? now.checkedBytes : now.bytes, false, now.site,
             frame);
  {
    SpinGuard guard(reportLock);
    static FoundRace race; // large; guarded by the lock
    race = {};
    FoundSide& side = race.sides[0];
    side.kind = now.kind;
    side.at = now.at;
    side.bytes = now.bytes;
    side.thread = &thread;
    side.site = now.site;
    side.checked = now.checked;
    side.stack = callers(thread, frame, &side.pc);
    side.isRange = isSeveral(side);
    copyLocks(thread, side);
    unsigned before = raceCount;
    bool isThorough = misses < mostFruitless;
    tellEach(race, thread, now, earlier, isThorough);
    misses += isThorough && raceCount == before;
  }
  --thread.inRuntime;
  errno = savedErrno;
}

static void addCounts(Text& text, bool isRecord) {
  Counts sum{};
  for (uint32_t number = 1; Thread* thread = findThread(number); ++number) {
#define STEWARD_COUNT(name, what) sum.name += thread->counts.name;
    STEWARD_COUNTS(STEWARD_COUNT)
#undef STEWARD_COUNT
  }
  auto add = [&](const char* what, uint64_t value) {
    text.add(isRecord ? "stat " : "steward: ");
    if (isRecord)
      text.addQuoted(what);
    else
      text.add(what);
    text.add(isRecord ? " " : ": ");
    text.addNumber(value);
    text.add('\n');
  };
#define STEWARD_COUNT(name, what) add(what, sum.name);
  STEWARD_COUNTS(STEWARD_COUNT)
#undef STEWARD_COUNT
  add("bytes of the runtime's own memory", mappedBytes());
  add("bytes of lists and expanded words", sideBytes());
}

unsigned finishRecord(int status) {
  SpinGuard guard(reportLock);
  bool isOurs = recordPid == int32_t(syscall(SYS_getpid));
  if (options.report_file && recordFile >= 0 && isOurs) {
    Text text;
    if (options.stats) addCounts(text, true);
    text.add("finished ");
    text.addNumber(uint64_t(uint32_t(status)));
    text.add(' ');
    text.addNumber(raceCount);
    text.add('\n');
    text.writeTo(recordFile);
    recordFile = -1;
  } else if (options.stats) {
    Text text;
    addCounts(text, false);
    text.writeTo(2);
  }
  if (options.print && raceCount) {
    Text text;
    text.add("steward: ");
    text.addNumber(raceCount);
    text.add(raceCount == 1 ? " race was found\n" : " races were found\n");
    text.writeTo(2);
  }
  return raceCount;
}

} // namespace steward::runtime
