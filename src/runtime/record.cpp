// What is written of races: the record that `steward run` reads, and the counts at the end.
#include "runtime/found.h"
#include "runtime/options.h"
#include "runtime/side.h"
#include "runtime/stacks.h"
#include "runtime/system.h"

#include <errno.h>
#include <fcntl.h>
#include <sys/syscall.h>
#include <time.h>
#include <unistd.h>

namespace steward::runtime {

static int recordFile = -1;
static int32_t recordPid; // a child of fork() writes a file of its own
const char* kindWord(AccessKind kind) {
  constexpr const char* words[] = {"read", "write", "atomic-read", "atomic-write", "free"};
  return words[unsigned(kind)];
}

unsigned sideFrames(uintptr_t pc, StackId stack, uintptr_t (&frames)[66]) {
  unsigned count = 0;
  if (pc) frames[count++] = pc;
  return count + callsOf(stack, frames + count, maxFrames);
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
  uintptr_t frames[maxFrames];
  return addStack(text, frames, callsOf(stack, frames, maxFrames));
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
    path.addNumber(uint64_t(systemCall(SYS_getpid)));
    if (attempt) {
      path.add('.');
      path.addNumber(attempt);
    }
    path.add('\0');
    recordFile = int(
        systemCall(SYS_openat, AT_FDCWD, long(path.data()), O_CREAT | O_EXCL | O_WRONLY | O_APPEND | O_CLOEXEC, 0644));
    if (recordFile != -EEXIST) break;
  }
  recordPid = int32_t(systemCall(SYS_getpid));
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
  if (int high = int(systemCall(SYS_fcntl, recordFile, F_DUPFD_CLOEXEC, 900)); high >= 0) {
    systemCall(SYS_close, recordFile);
    recordFile = high;
  }
  Text text;
  text.add("steward-races 1\nprocess ");
  text.addNumber(uint64_t(recordPid));
  text.add(' ');
  text.addNumber(uint64_t(systemCall(SYS_getppid)));
  text.add(' ');
  char executable[4096];
  long length =
      systemCall(SYS_readlinkat, AT_FDCWD, long("/proc/thread-self/exe"), long(executable), sizeof executable - 1);
  executable[length > 0 ? length : 0] = 0;
  text.addQuoted(executable);
  text.add('\n');
  text.writeTo(recordFile);
}

void writeRecord(const FoundRace& race) {
  if (!options.report_file) return;
  if (recordPid != int32_t(systemCall(SYS_getpid))) { // after fork(), all is to be written again
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
  bool isOurs = recordPid == int32_t(systemCall(SYS_getpid));
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
