// A race as text, for a program that runs on its own; `steward run` shows the same with sources.
#include "runtime/found.h"
#include "runtime/stacks.h"

namespace steward::runtime {

void printLine(const char* line) {
  Text text;
  text.add("steward: ");
  text.add(line);
  text.add('\n');
  text.writeTo(2);
}

static void addThreadName(Text& text, const Thread* thread) {
  if (!thread) {
    text.add("an unknown thread");
    return;
  }
  if (thread->number == 1) {
    text.add("the main thread");
    return;
  }
  text.add("thread ");
  text.addNumber(thread->number);
  if (thread->name[0]) {
    text.add(" \"");
    text.add(thread->name);
    text.add('"');
  }
}

// How a process or a thread gets to its first function.
static bool isBeforeEntry(const char* line, size_t length) {
  constexpr const char* names[] = {"__libc_start_", "start_thread ", "steward::runtime::"};
  for (const char* name : names)
    if (size_t bytes = strlen(name); length > bytes && memcmp(line, name, bytes) == 0) return true;
  return false;
}

static void addStackLines(Text& text, const uintptr_t* frames, unsigned count) {
  constexpr size_t indent = 4;
  size_t begin = text.size(), end = begin; // of what is the program's
  for (unsigned i = 0; i < count; ++i) {
    size_t start = text.size() + indent;
    addFrame(text, frames[i]);
    if (start < text.size() && !isBeforeEntry(text.data() + start, text.size() - start)) end = text.size();
  }
  if (end > begin) text.cut(end);
}

static void addSide(Text& text, const FoundSide& side, bool isEarlier) {
  constexpr const char* words[] = {"read", "write", "atomic read", "atomic write", "free"};
  text.add(isEarlier ? "  earlier " : "  ");
  text.add(words[unsigned(side.kind)]);
  text.add(" of ");
  text.addNumber(side.bytes);
  text.add(side.bytes == 1 ? " byte at " : " bytes at ");
  text.addAddress(side.at);
  text.add(" by ");
  addThreadName(text, side.thread);
  if (!side.lockCount) text.add(", no locks held");
  for (unsigned i = 0; i < side.lockCount; ++i) {
    text.add(i ? ", " : ", holding ");
    text.addAddress(side.locks[i].at);
  }
  text.add(":\n");
  if (!side.pc) {
    text.add("    (forgotten; a larger option history=N remembers more)\n");
    return;
  }
  uintptr_t frames[66];
  unsigned count = sideFrames(side.pc, side.stack, frames);
  addStackLines(text, frames, count);
  if (!side.site || side.site->count < 2) return; // else the check may stand at another place
  text.add(side.isRange ? "    one check for the accesses at" : "    the access at");
  bool isFirst = true;
  for (uint32_t i = 0; i < side.site->count; ++i) {
    const SiteAccess& access = side.site->accesses[i];
    if (!isMeant(side, access)) continue;
    text.add(isFirst ? " " : ", ");
    isFirst = false;
    text.add(access.file);
    text.add(':');
    text.addNumber(access.line);
  }
  text.add('\n');
}

void printRace(const FoundRace& race, unsigned number) {
  Text text;
  text.add("steward: data race ");
  text.addNumber(number);
  text.add('\n');
  addSide(text, race.sides[0], false);
  addSide(text, race.sides[1], true);
  uintptr_t frames[maxFrames];
  if (race.object == ObjectKind::Heap) {
    text.add("  in ");
    text.addNumber(race.allocation.bytes);
    text.add(" bytes allocated at:\n");
    addStackLines(text, frames, callsOf(race.allocation.stack, frames, maxFrames));
  } else if (race.object == ObjectKind::Stack) {
    text.add("  on the stack of thread ");
    text.addNumber(race.owner);
    text.add('\n');
  }
  for (const FoundSide& side : race.sides) {
    if (!side.thread || !side.thread->creator) continue;
    text.add("  ");
    addThreadName(text, side.thread);
    text.add(" was created at:\n");
    addStackLines(text, frames, callsOf(side.thread->created, frames, maxFrames));
  }
  text.writeTo(2);
}

} // namespace steward::runtime
